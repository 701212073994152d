import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'
import { Done, NoBody, ProjectId } from '../protocol/ids.ts'
import {
  BACKUP_STORES,
  Backup,
  BackupContents,
  BackupId,
  BackupSchedule,
  Restore,
  RestoreId,
  SaveBackupScheduleBody,
  StartBackupBody,
  StartRestoreBody,
} from './backup-shapes.ts'
import { ENVIRONMENT_NAMES } from './environment.ts'

const params = z.strictObject({ projectId: ProjectId })
const one = z.strictObject({ projectId: ProjectId, backupId: BackupId })
const oneRestore = z.strictObject({ projectId: ProjectId, restoreId: RestoreId })
const access = 'project:owner'

export const listBackups = endpoint({
  name: 'listBackups',
  summary: 'The backups of a project, newest first, and where new ones may go',
  method: 'GET',
  path: '/api/project/{projectId}/backup',
  access: 'project:developer',
  production: 'always',
  params,
  answer: z.object({ backups: z.array(Backup), stores: z.array(z.enum(BACKUP_STORES)) }),
})
export const startBackup = endpoint({
  name: 'startBackup',
  summary: 'Start a backup of the whole project; it runs on outside this request',
  method: 'POST',
  path: '/api/project/{projectId}/backup',
  access,
  status: 202,
  params,
  body: StartBackupBody.prefault({}),
  answer: z.object({ backup: Backup }),
})
export const getBackup = endpoint({
  name: 'getBackup',
  summary: 'One backup, and how far it is',
  method: 'GET',
  path: '/api/project/{projectId}/backup/{backupId}',
  access: 'project:developer',
  production: 'always',
  params: one,
  answer: z.object({ backup: Backup }),
})
export const watchBackup = endpoint({
  name: 'watchBackup',
  summary: 'How far a backup is, until it ends',
  method: 'GET',
  path: '/api/project/{projectId}/backup/{backupId}/events',
  access: 'project:developer',
  production: 'always',
  params: one,
  answer: z.object({ backup: Backup }),
  streams: true,
})
export const cancelBackup = endpoint({
  name: 'cancelBackup',
  summary: 'Stop a backup that is under way; nothing of it stays',
  method: 'POST',
  path: '/api/project/{projectId}/backup/{backupId}/cancel',
  access,
  params: one,
  body: NoBody,
  answer: z.object({ backup: Backup }),
})
export const downloadBackup = endpoint({
  name: 'downloadBackup',
  summary: 'An address for the archive that is good for five minutes',
  method: 'POST',
  path: '/api/project/{projectId}/backup/{backupId}/download',
  access: 'project:developer',
  production: 'always',
  params: one,
  body: NoBody,
  answer: z.object({ url: z.string() }),
})
export const deleteBackup = endpoint({
  name: 'deleteBackup',
  summary: 'Delete a backup with its archive',
  method: 'DELETE',
  path: '/api/project/{projectId}/backup/{backupId}',
  access,
  params: one,
  body: NoBody,
  answer: Done,
})
export const planRestore = endpoint({
  name: 'planRestore',
  summary: 'What restoring a backup brings, and what restoring over this project would lose',
  method: 'GET',
  path: '/api/project/{projectId}/backup/{backupId}/restore',
  access,
  params: one,
  answer: z.object({
    brings: z.array(BackupContents),
    /** The environments whose secrets the archive holds. */
    secretsOf: z.array(z.enum(ENVIRONMENT_NAMES)),
    /** What is there now. */
    loses: z.array(BackupContents.extend({ runs: z.number().int() })),
  }),
})
export const startRestore = endpoint({
  name: 'startRestore',
  summary: 'Restore a backup as a new project or over this one; it runs on outside this request',
  method: 'POST',
  path: '/api/project/{projectId}/backup/{backupId}/restore',
  access,
  status: 202,
  params: one,
  body: StartRestoreBody,
  answer: z.object({ restore: Restore }),
})
export const listRestores = endpoint({
  name: 'listRestores',
  summary: 'The restores that were started from this project, newest first',
  method: 'GET',
  path: '/api/project/{projectId}/restore',
  access,
  params,
  answer: z.object({ restores: z.array(Restore) }),
})
export const watchRestore = endpoint({
  name: 'watchRestore',
  summary: 'How far a restore is, until it ends',
  method: 'GET',
  path: '/api/project/{projectId}/restore/{restoreId}/events',
  access,
  params: oneRestore,
  answer: z.object({ restore: Restore }),
  streams: true,
})
export const cancelRestore = endpoint({
  name: 'cancelRestore',
  summary: 'Stop a restore that is under way; everything stays as it was',
  method: 'POST',
  path: '/api/project/{projectId}/restore/{restoreId}/cancel',
  access,
  params: oneRestore,
  body: NoBody,
  answer: z.object({ restore: Restore }),
})
export const getBackupSchedule = endpoint({
  name: 'getBackupSchedule',
  summary: 'When backups are made by themselves, and how many are kept',
  method: 'GET',
  path: '/api/project/{projectId}/backup-schedule',
  access,
  params,
  answer: z.object({ schedule: BackupSchedule.nullable() }),
})
export const saveBackupSchedule = endpoint({
  name: 'saveBackupSchedule',
  summary: 'Have backups made by themselves',
  method: 'PUT',
  path: '/api/project/{projectId}/backup-schedule',
  access,
  params,
  body: SaveBackupScheduleBody,
  answer: z.object({ schedule: BackupSchedule }),
})
export const deleteBackupSchedule = endpoint({
  name: 'deleteBackupSchedule',
  summary: 'Have no more backups made by themselves; those that are there stay',
  method: 'DELETE',
  path: '/api/project/{projectId}/backup-schedule',
  access,
  params,
  body: NoBody,
  answer: Done,
})
