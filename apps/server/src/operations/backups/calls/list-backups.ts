import { listBackups as endpoint } from '@plinth/contract'
import { route } from '../../../foundation/http/calls/route.ts'
import type { OperationsContext } from '../../context.ts'
import { selectBackups as list } from '../store/backup-store.ts'

export const listBackups = route(
  endpoint,
  async ({ project }, { db, files }: OperationsContext) => ({
    backups: await list(db, project.id),
    stores: files.all.map(({ kind }) => kind),
  }),
)
