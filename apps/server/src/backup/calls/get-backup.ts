import { getBackup as endpoint } from '@plinth/contract'
import { route } from '../../http/route.ts'
import { toBackup } from '../backup-store.ts'
import { requireBackup } from './require-backup.ts'

export const getBackup = route(endpoint, async ({ params }, { db }) => ({
  backup: toBackup(await requireBackup(db, params)),
}))
