import type { BackupSchedule, BackupStore } from '@plinth/contract'
import type { Queryable, Transaction } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'
import { secretEnvironments } from '../store/secret-environments.ts'
import { isActiveAdmin } from '../store/secrets-by-store.ts'

interface ScheduleRow extends Record<string, unknown> {
  projectId: string
  cron: string
  timezone: string
  store: BackupStore
  keepCount: number
  keepDays: number
  passphrase: Buffer | null
  /** Who chose the passphrase, and whether that person is an admin today. */
  secretsBy: string | null
  isAdmin: boolean
  nextAt: Date | null
  /** Grows with every save. */
  revision: number
}

const columns = sql`backup_schedule.project_id as "projectId", cron, timezone, store,
  keep_count as "keepCount", keep_days as "keepDays", passphrase, next_at as "nextAt", revision,
  secrets_by as "secretsBy", ${isActiveAdmin(sql`secrets_by`)} as "isAdmin"`

export function toSchedule({
  projectId: _,
  passphrase,
  nextAt,
  ...row
}: ScheduleRow): BackupSchedule {
  const { cron, timezone, store, keepCount, keepDays, revision } = row
  return {
    cron,
    timezone,
    store,
    keepCount,
    keepDays,
    hasPassphrase: passphrase !== null,
    secretsOf: passphrase === null ? [] : [...secretEnvironments(row)],
    nextOn: nextAt?.toISOString() ?? null,
    revision,
  }
}

export async function findBackupSchedule(
  on: Queryable,
  projectId: string,
): Promise<ScheduleRow | undefined> {
  const [row] = await on.query<ScheduleRow>(
    sql`select ${columns} from backup_schedule where project_id = ${projectId}`,
  )
  return row
}

/** Reads the schedule FOR UPDATE. */
export async function lockBackupSchedule(
  transaction: Transaction,
  projectId: string,
): Promise<ScheduleRow | undefined> {
  const [row] = await transaction.query<ScheduleRow>(
    sql`select ${columns} from backup_schedule where project_id = ${projectId} for update`,
  )
  return row
}

/** Saves a schedule; returns undefined if another one was saved meanwhile. */
export async function putBackupSchedule(
  transaction: Transaction,
  { put, over }: { put: Omit<ScheduleRow, 'revision'>; over: number | undefined },
): Promise<number | undefined> {
  const [row] = await transaction.query<{ revision: number }>(sql`
    insert into backup_schedule (project_id, cron, timezone, store, keep_count, keep_days, passphrase, secrets_by, next_at)
    values (${put.projectId}, ${put.cron}, ${put.timezone}, ${put.store}, ${put.keepCount},
      ${put.keepDays}, ${put.passphrase}, ${put.secretsBy}, ${put.nextAt})
    on conflict (project_id) do update set cron = excluded.cron, timezone = excluded.timezone,
      store = excluded.store, keep_count = excluded.keep_count, keep_days = excluded.keep_days,
      passphrase = excluded.passphrase, secrets_by = excluded.secrets_by, next_at = excluded.next_at, updated_at = now(),
      revision = excluded.revision
    where ${over ?? null}::integer is null or backup_schedule.revision = ${over ?? null}
    returning revision`)
  return row?.revision
}

export async function dropBackupSchedule(
  transaction: Transaction,
  projectId: string,
): Promise<void> {
  await transaction.query(sql`delete from backup_schedule where project_id = ${projectId}`)
}

/** Claims a schedule that is due; the transaction is the lease. */
export async function takeDueSchedule(
  transaction: Transaction,
): Promise<(ScheduleRow & { organisationId: string }) | undefined> {
  const [row] = await transaction.query<ScheduleRow & { organisationId: string }>(sql`
    select ${columns}, project.organisation_id as "organisationId"
    from backup_schedule join project on project.id = backup_schedule.project_id
    where next_at <= now() and project.deleted_at is null
    order by next_at limit 1 for update of backup_schedule skip locked`)
  return row
}

export async function setNext(
  transaction: Transaction,
  { projectId, nextAt }: { projectId: string; nextAt: Date | null },
): Promise<void> {
  await transaction.query(
    sql`update backup_schedule set next_at = ${nextAt} where project_id = ${projectId}`,
  )
}

/** Scheduled backups beyond the schedule's number or age; the newest successful one always stays. */
export async function listOutdated(
  on: Queryable,
): Promise<{ id: string; store: BackupStore; key: string }[]> {
  return on.query<{ id: string; store: BackupStore; key: string }>(sql`
    select id, store, key from (
      select backup.id, backup.store, backup.key, backup.started_at, keep_count, keep_days,
        row_number() over (partition by backup.project_id order by backup.started_at desc) as place
      from backup join backup_schedule using (project_id)
      where origin = 'schedule' and state = 'done') as ranked
    where place > 1 and (place > keep_count
      or started_at < now() - make_interval(days => keep_days)) limit 100`)
}
