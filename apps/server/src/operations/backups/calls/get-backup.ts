import { getBackup as endpoint } from '@plinth/contract'
import { route } from '../../../foundation/http/calls/route.ts'
import type { OperationsContext } from '../../context.ts'
import { toBackup } from '../store/backup-store.ts'
import { requireBackup } from './require-backup.ts'

export const getBackup = route(endpoint, async ({ params }, { db }: OperationsContext) => ({
  backup: toBackup(await requireBackup(db, params)),
}))
