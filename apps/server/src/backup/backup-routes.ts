import type { Route } from '../http/route.ts'
import { cancelBackup } from './calls/cancel-backup.ts'
import { deleteBackup } from './calls/delete-backup.ts'
import { deleteBackupSchedule } from './calls/delete-backup-schedule.ts'
import { downloadBackup } from './calls/download-backup.ts'
import { getBackup } from './calls/get-backup.ts'
import { getBackupSchedule } from './calls/get-backup-schedule.ts'
import { listBackups } from './calls/list-backups.ts'
import { planRestore } from './calls/plan-restore.ts'
import { saveBackupSchedule } from './calls/save-backup-schedule.ts'
import { startBackup } from './calls/start-backup.ts'
import { watchBackup } from './calls/watch-backup.ts'

/** Backups of a project, by its owners. */
export const backupRoutes: readonly Route[] = [
  listBackups,
  startBackup,
  getBackup,
  watchBackup,
  cancelBackup,
  downloadBackup,
  deleteBackup,
  planRestore,
  getBackupSchedule,
  saveBackupSchedule,
  deleteBackupSchedule,
]
