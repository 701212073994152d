import { PROVISION_VERSION } from '../../../databases/engine/database-engine.ts'
import type { Transaction } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'
import { toConfigurationText } from '../../../projects/configuration/configuration-text.ts'
import { endRuns } from '../../../workflows/runs/records/run-end-store.ts'
import type { Place } from './unfinished-restore-store.ts'

const BATCH = 500

/** Deletes projects of which the archive has no rows: they were being created or removed. Returns their names. */
export async function deleteIncompleteProjects(
  transaction: Transaction,
  restored: readonly string[],
): Promise<string[]> {
  const rows = await transaction.query<{ name: string }>(sql`
    delete from project where not exists (
      select from environment join placement on environment_id = environment.id
      where project_id = project.id and (environment.id = any(${restored}::text[]) or connection is not null))
    returning name`)
  return rows.map(({ name }) => name)
}

/**
 * Points an environment to its restored rows and records the configuration that they have. True if the platform had
 * another one: a release ended after its tables were read.
 */
export async function placeRestored(
  transaction: Transaction,
  { head, database, schema }: Place,
): Promise<boolean> {
  const { environmentId, engine, server, applied } = head
  await transaction.query(sql`
    update placement set engine = ${engine}, server = ${server}, database = ${database}, schema = ${schema},
      connection = null, ready = true, provisioned = ${PROVISION_VERSION}
    where environment_id = ${environmentId}`)
  if (!applied) return false
  const { text, digest } = toConfigurationText(applied)
  const changed = await transaction.query(sql`
    update configuration set old_configuration = ${text}, old_digest = ${digest}
    where environment_id = ${environmentId} and old_digest <> ${digest} returning 1`)
  return changed.length > 0
}

export async function listProjectIds(transaction: Transaction): Promise<string[]> {
  const rows = await transaction.query<{ id: string }>(
    sql`select id from project where deleted_at is null order by id`,
  )
  return rows.map(({ id }) => id)
}

/** New files go to a store that this installation has. */
export async function useFileStores(
  transaction: Transaction,
  stores: readonly string[],
): Promise<void> {
  await transaction.query(sql`
    update project set file_store = null where not file_store = any(${stores}::text[])`)
}

/** Ends the runs that were queued, running or waiting: the durable runtime does not have them. Returns their number. */
export async function endOpenRuns(transaction: Transaction, message: string): Promise<number> {
  for (let ended = 0; ; ) {
    const open = await transaction.query<{ id: string }>(sql`
      select id from run where status in ('queued', 'running', 'waiting') order by created_at limit ${BATCH}`)
    if (open.length === 0) {
      // Ending a run admits the next queued one, which then ended too.
      await transaction.query(sql`delete from outbox where topic = 'run'`)
      return ended
    }
    const error = { node: '', message }
    const ends = open.map(({ id }) => ({ id, status: 'failed', result: null, error }) as const)
    await endRuns(transaction, ends)
    ended += open.length
  }
}

/** Ends releases that were in progress; their databases are as the snapshot of the rows found them. */
export async function endOpenReleases(transaction: Transaction, message: string): Promise<number> {
  const rows = await transaction.query(sql`
    update release set state = 'failed', message = ${message}, ended_at = now(), version = version + 1
    where state = 'running' returning 1`)
  return rows.length
}

export async function listEnvironmentIds(transaction: Transaction): Promise<string[]> {
  const rows = await transaction.query<{ id: string }>(sql`select id from environment order by id`)
  return rows.map(({ id }) => id)
}
