import * as z from 'zod'
import { DATABASES } from '../configuration/configuration.ts'
import { idOf, ProjectId, Timestamp } from '../protocol/ids.ts'
import { StorableText } from '../protocol/text.ts'
import { ENVIRONMENT_NAMES } from './environment.ts'

export const BackupId = idOf('bkp')
export const RestoreId = idOf('rst')

/** Storage of archives: the local disk or the operator's object store. */
export const BACKUP_STORES = ['disk', 's3'] as const
export type BackupStore = (typeof BACKUP_STORES)[number]

export const PASSPHRASE_LENGTH = { min: 12, max: 200 } as const
/** Default retention of scheduled backups. */
export const BACKUP_RETENTION = { count: 14, days: 30 } as const
/** Lifetime of a download link. */
export const BACKUP_LINK_SECONDS = 300

/** Item counts of an environment. */
export const BackupContents = z.object({
  environment: z.enum(ENVIRONMENT_NAMES),
  database: z.enum(DATABASES),
  tables: z.number().int(),
  rows: z.number().int(),
  files: z.number().int(),
  workflows: z.number().int(),
  credentials: z.number().int(),
  constants: z.number().int(),
  domains: z.number().int(),
})
export type BackupContents = z.infer<typeof BackupContents>

/** State of a background job. */
const work = {
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  /** The current step, or the reason for the failure. */
  message: z.string(),
  progress: z.number().min(0).max(1),
  by: z.string(),
  startedOn: Timestamp,
  endedOn: Timestamp.nullable(),
}

export const Backup = z.object({
  id: BackupId,
  ...work,
  origin: z.enum(['person', 'schedule']),
  store: z.enum(BACKUP_STORES),
  /** Size of the archive; null until it is complete. */
  bytes: z.number().int().nullable(),
  /** Environments whose credentials and secret constants are included, encrypted with a passphrase. */
  secretsOf: z.array(z.enum(ENVIRONMENT_NAMES)),
  /** Null until the backup is complete. */
  contents: z.array(BackupContents).nullable(),
})
export type Backup = z.infer<typeof Backup>

export const Restore = z.object({
  id: RestoreId,
  ...work,
  backupId: BackupId.nullable(),
  into: z.enum(['new', 'over']),
  environments: z.array(z.enum(ENVIRONMENT_NAMES)),
  /** The restored project; for a new project null until it exists. */
  projectId: ProjectId.nullable(),
  name: z.string(),
  /** Items that could not be restored, as sentences. */
  left: z.array(z.string()),
})
export type Restore = z.infer<typeof Restore>

export const Passphrase = z
  .string()
  .min(PASSPHRASE_LENGTH.min, `needs at least ${PASSPHRASE_LENGTH.min} characters`)
  .max(PASSPHRASE_LENGTH.max, `is too long: at most ${PASSPHRASE_LENGTH.max} characters`)

export const StartBackupBody = z.strictObject({
  /**
   * Without a passphrase, credentials and secret constants are omitted; production's are included only for admins.
   */
  passphrase: Passphrase.optional(),
  store: z.enum(BACKUP_STORES).optional(),
})

const passphrase = z.string().max(PASSPHRASE_LENGTH.max).optional()

export const StartRestoreBody = z.discriminatedUnion('into', [
  z.strictObject({
    into: z.literal('new'),
    name: StorableText.trim().min(1, 'is required').max(100, 'is too long: at most 100 characters'),
    passphrase,
  }),
  z.strictObject({
    into: z.literal('over'),
    /** Restoring production requires an admin. */
    environments: z.array(z.enum(ENVIRONMENT_NAMES)).min(1, 'needs at least one').max(2),
    /** The project's name, typed by the user as confirmation. */
    confirm: z.string().max(200),
    passphrase,
  }),
])

export const BackupSchedule = z.object({
  cron: z.string(),
  timezone: z.string(),
  store: z.enum(BACKUP_STORES),
  keepCount: z.number().int(),
  keepDays: z.number().int(),
  hasPassphrase: z.boolean(),
  /** Environments whose secrets the archives contain; production only if an admin set the passphrase. */
  secretsOf: z.array(z.enum(ENVIRONMENT_NAMES)),
  nextOn: Timestamp.nullable(),
  /** Revision the save is based on; 0 if no schedule exists yet. */
  revision: z.number().int(),
})
export type BackupSchedule = z.infer<typeof BackupSchedule>

export const SaveBackupScheduleBody = z.strictObject({
  cron: z.string().max(200),
  timezone: z.string().max(100),
  store: z.enum(BACKUP_STORES).optional(),
  keepCount: z.number().int().min(1).max(1000).default(BACKUP_RETENTION.count),
  keepDays: z.number().int().min(1).max(3650).default(BACKUP_RETENTION.days),
  /** Omitted keeps the current passphrase; null removes it. */
  passphrase: Passphrase.nullable().optional(),
})
