import {
  type Backup,
  BackupContents,
  type BackupStore,
  type EnvironmentName,
  TRASH_RETENTION_DAYS,
} from '@plinth/contract'
import * as z from 'zod'
import type { Queryable, Transaction } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'
import { readStored } from '../../../foundation/platform/stored-json.ts'

export interface NewBackup {
  id: string
  projectId: string
  organisationId: string
  origin: Backup['origin']
  store: BackupStore
  key: string
  passphrase: Buffer | null
  /** Who chose the passphrase. */
  secretsBy: string | null
  secretsOf: readonly EnvironmentName[]
  staffId: string | null
  by: string
  requestId: string
}

/** Returns false while another backup of this project is in progress. */
export async function addBackup(transaction: Transaction, added: NewBackup): Promise<boolean> {
  const rows = await transaction.query(sql`
    insert into backup (id, project_id, organisation_id, origin, store, key, passphrase, secrets_of,
      secrets_by, staff_id, by_name, request_id)
    values (${added.id}, ${added.projectId}, ${added.organisationId}, ${added.origin}, ${added.store},
      ${added.key}, ${added.passphrase}, ${[...added.secretsOf]}, ${added.secretsBy}, ${added.staffId},
      ${added.by}, ${added.requestId})
    on conflict (project_id) where state in ('queued', 'running') do nothing returning id`)
  return rows.length > 0
}

export interface BackupRow extends Record<string, unknown> {
  id: string
  projectId: string
  state: Backup['state']
  message: string
  progress: number
  version: number
  by: string
  startedAt: Date
  endedAt: Date | null
  origin: Backup['origin']
  store: BackupStore
  key: string
  bytes: number | null
  secretsOf: EnvironmentName[]
  secretsBy: string | null
  contents: string | null
  passphrase: Buffer | null
  organisationId: string
  staffId: string | null
  requestId: string
}

const columns = sql`id, project_id as "projectId", state, message, progress, version, by_name as "by",
  started_at as "startedAt", ended_at as "endedAt", origin, store, key, bytes::float8 as bytes,
  secrets_of as "secretsOf", secrets_by as "secretsBy", contents, passphrase,
  organisation_id as "organisationId", staff_id as "staffId", request_id as "requestId"`

const Contents = z.array(BackupContents)

/** What a complete backup contains; empty before that. */
export function readContents({ contents }: Pick<BackupRow, 'contents'>): BackupContents[] {
  return contents === null ? [] : readStored(Contents, contents, 'backup contents')
}

export function toBackup(row: BackupRow): Backup {
  const { id, state, message, progress, by, origin, store, bytes, secretsOf } = row
  return {
    id,
    state,
    message,
    progress,
    by,
    startedOn: row.startedAt.toISOString(),
    endedOn: row.endedAt?.toISOString() ?? null,
    origin,
    store,
    bytes,
    secretsOf,
    contents: row.contents === null ? null : readContents(row),
  }
}

export async function selectBackups(on: Queryable, projectId: string): Promise<Backup[]> {
  const rows = await on.query<BackupRow>(sql`
    select ${columns} from backup where project_id = ${projectId}
    order by started_at desc, id desc limit 500`)
  return rows.map(toBackup)
}

export async function findBackup(
  on: Queryable,
  { projectId, backupId }: { projectId: string; backupId: string },
): Promise<BackupRow | undefined> {
  const [row] = await on.query<BackupRow>(sql`
    select ${columns} from backup where id = ${backupId} and project_id = ${projectId}`)
  return row
}

export async function findBackupById(on: Queryable, id: string): Promise<BackupRow | undefined> {
  const [row] = await on.query<BackupRow>(sql`select ${columns} from backup where id = ${id}`)
  return row
}

export async function recordArchive(
  on: Queryable,
  archive: {
    id: string
    bytes: number
    contents: readonly BackupContents[]
    secretsOf: readonly EnvironmentName[]
  },
): Promise<void> {
  await on.query(sql`
    update backup set bytes = ${archive.bytes}, contents = ${JSON.stringify(archive.contents)},
      secrets_of = ${[...archive.secretsOf]} where id = ${archive.id}`)
}

/** Deletes the record of an ended backup; returns false if it has not ended. */
export async function dropBackup(transaction: Transaction, id: string): Promise<boolean> {
  const rows = await transaction.query(sql`
    delete from backup where id = ${id} and state not in ('queued', 'running') returning id`)
  return rows.length > 0
}

/** Whether an archive is needed: its project exists, deleted or not, or it is young. */
export async function isArchiveWanted(on: Queryable, key: string): Promise<boolean> {
  const rows = await on.query(sql`
    select 1 from backup where key = ${key} and state not in ('failed', 'cancelled')
      and (started_at > now() - make_interval(days => ${TRASH_RETENTION_DAYS})
        or exists (select 1 from project where project.id = project_id))`)
  return rows.length > 0
}

/** Deletes the records of all backups of a project; a backup in progress then ends by itself. */
export async function dropBackupsOf(on: Queryable, projectId: string): Promise<void> {
  await on.query(sql`delete from backup where project_id = ${projectId}`)
}
