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
  summary: 'The backups of a project, newest first, and the available stores',
  method: 'GET',
  path: '/api/project/{projectId}/backup',
  access: 'project:developer',
  production: 'always',
  params,
  answer: z.object({ backups: z.array(Backup), stores: z.array(z.enum(BACKUP_STORES)) }),
})
export const startBackup = endpoint({
  name: 'startBackup',
  summary: 'Start a backup of the whole project in the background',
  method: 'POST',
  path: '/api/project/{projectId}/backup',
  access,
  use: 'manage',
  proof: 'conditional',
  status: 202,
  params,
  body: StartBackupBody.prefault({}),
  answer: z.object({ backup: Backup }),
})
export const getBackup = endpoint({
  name: 'getBackup',
  summary: 'One backup with its progress',
  method: 'GET',
  path: '/api/project/{projectId}/backup/{backupId}',
  access: 'project:developer',
  production: 'always',
  params: one,
  answer: z.object({ backup: Backup }),
})
export const watchBackup = endpoint({
  name: 'watchBackup',
  summary: 'Stream the progress of a backup',
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
  summary: 'Cancel a running backup and remove its archive',
  method: 'POST',
  path: '/api/project/{projectId}/backup/{backupId}/cancel',
  access,
  use: 'manage',
  params: one,
  body: NoBody,
  answer: z.object({ backup: Backup }),
})
export const downloadBackup = endpoint({
  name: 'downloadBackup',
  summary: 'A download URL of the archive, valid for five minutes',
  method: 'POST',
  path: '/api/project/{projectId}/backup/{backupId}/download',
  access: 'project:developer',
  use: 'manage',
  proof: 'conditional',
  production: 'always',
  params: one,
  body: NoBody,
  answer: z.object({ url: z.string() }),
})
export const deleteBackup = endpoint({
  name: 'deleteBackup',
  summary: 'Delete a backup and its archive',
  method: 'DELETE',
  path: '/api/project/{projectId}/backup/{backupId}',
  access,
  use: 'manage',
  params: one,
  body: NoBody,
  answer: Done,
})
export const planRestore = endpoint({
  name: 'planRestore',
  summary: 'Plan a restore: the contents of the backup, and what the project would lose',
  method: 'GET',
  path: '/api/project/{projectId}/backup/{backupId}/restore',
  access,
  params: one,
  answer: z.object({
    brings: z.array(BackupContents),
    /** Environments whose secrets the archive contains. */
    secretsOf: z.array(z.enum(ENVIRONMENT_NAMES)),
    /** Current contents of the project. */
    loses: z.array(BackupContents.extend({ runs: z.number().int() })),
  }),
})
export const startRestore = endpoint({
  name: 'startRestore',
  summary: 'Restore a backup as a new project or over this one, in the background',
  method: 'POST',
  path: '/api/project/{projectId}/backup/{backupId}/restore',
  access,
  use: 'write',
  status: 202,
  params: one,
  body: StartRestoreBody,
  answer: z.object({ restore: Restore }),
})
export const listRestores = endpoint({
  name: 'listRestores',
  summary: 'Restores started from this project, newest first',
  method: 'GET',
  path: '/api/project/{projectId}/restore',
  access,
  params,
  answer: z.object({ restores: z.array(Restore) }),
})
export const watchRestore = endpoint({
  name: 'watchRestore',
  summary: 'Stream the progress of a restore',
  method: 'GET',
  path: '/api/project/{projectId}/restore/{restoreId}/events',
  access,
  params: oneRestore,
  answer: z.object({ restore: Restore }),
  streams: true,
})
export const cancelRestore = endpoint({
  name: 'cancelRestore',
  summary: 'Cancel a running restore; nothing changes',
  method: 'POST',
  path: '/api/project/{projectId}/restore/{restoreId}/cancel',
  access,
  use: 'manage',
  params: oneRestore,
  body: NoBody,
  answer: z.object({ restore: Restore }),
})
export const getBackupSchedule = endpoint({
  name: 'getBackupSchedule',
  summary: 'The backup schedule and its retention',
  method: 'GET',
  path: '/api/project/{projectId}/backup-schedule',
  access,
  params,
  answer: z.object({ schedule: BackupSchedule.nullable() }),
})
export const saveBackupSchedule = endpoint({
  name: 'saveBackupSchedule',
  summary: 'Save the backup schedule',
  method: 'PUT',
  path: '/api/project/{projectId}/backup-schedule',
  access,
  use: 'manage',
  proof: 'conditional',
  params,
  body: SaveBackupScheduleBody,
  answer: z.object({ schedule: BackupSchedule }),
})
export const deleteBackupSchedule = endpoint({
  name: 'deleteBackupSchedule',
  summary: 'Delete the backup schedule; existing backups stay',
  method: 'DELETE',
  path: '/api/project/{projectId}/backup-schedule',
  access,
  use: 'manage',
  params,
  body: NoBody,
  answer: Done,
})
