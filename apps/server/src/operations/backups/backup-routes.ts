import type { Route } from '../../foundation/http/calls/route.ts'
import type { OperationsContext } from '../context.ts'
import { cancelBackup } from './calls/cancel-backup.ts'
import { cancelRestore } from './calls/cancel-restore.ts'
import { deleteBackup } from './calls/delete-backup.ts'
import { deleteBackupSchedule } from './calls/delete-backup-schedule.ts'
import { downloadBackup } from './calls/download-backup.ts'
import { getBackup } from './calls/get-backup.ts'
import { getBackupSchedule } from './calls/get-backup-schedule.ts'
import { listBackups } from './calls/list-backups.ts'
import { listRestores } from './calls/list-restores.ts'
import { planRestore } from './calls/plan-restore.ts'
import { saveBackupSchedule } from './calls/save-backup-schedule.ts'
import { startBackup } from './calls/start-backup.ts'
import { startRestore } from './calls/start-restore.ts'
import { watchBackup } from './calls/watch-backup.ts'
import { watchRestore } from './calls/watch-restore.ts'

export const backupRoutes: readonly Route<OperationsContext>[] = [
  listBackups,
  startBackup,
  getBackup,
  watchBackup,
  cancelBackup,
  downloadBackup,
  deleteBackup,
  planRestore,
  startRestore,
  listRestores,
  watchRestore,
  cancelRestore,
  getBackupSchedule,
  saveBackupSchedule,
  deleteBackupSchedule,
]
