import { listBackups as endpoint } from '@plinth/contract'
import { route } from '../../http/route.ts'
import { listBackups as list } from '../backup-store.ts'

export const listBackups = route(endpoint, async ({ project }, { db, files }) => ({
  backups: await list(db, project.id),
  stores: files.all.map(({ kind }) => kind),
}))
