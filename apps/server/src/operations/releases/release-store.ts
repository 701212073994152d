import { type EnvironmentName, Release } from '@plinth/contract'
import { Plan } from '@plinth/schema'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'
import { readStored } from '../../foundation/platform/stored-json.ts'
import { notify } from '../../foundation/pubsub/pubsub.ts'

export interface ReleaseRecord {
  id: string
  projectId: string
  environmentId: string
  environment: EnvironmentName
  kind: Release['kind']
  state: Release['state']
  /** The plan as JSON; an undo or a restore is planned when it runs. */
  plan: string
  trashId: string | null
  message: string
  organisationId: string
  staffId: string
  by: string
  requestId: string
  isCancelled: boolean
}

/** The plan of a sync or a deploy. */
export const readReleasePlan = ({ plan }: Pick<ReleaseRecord, 'plan'>): Plan =>
  readStored(Plan, plan, 'release plan')

/** Returns false while another release of this environment is in progress. */
export async function addRelease(
  transaction: Transaction,
  release: Omit<ReleaseRecord, 'state' | 'message' | 'organisationId' | 'isCancelled'> & {
    steps: string[]
  },
): Promise<boolean> {
  const rows = await transaction.query(sql`
    insert into release (id, project_id, environment_id, environment, kind, plan, steps, trash_id,
      staff_id, by_name, request_id)
    values (${release.id}, ${release.projectId}, ${release.environmentId}, ${release.environment},
      ${release.kind}, ${release.plan}, ${JSON.stringify(release.steps)}, ${release.trashId},
      ${release.staffId}, ${release.by}, ${release.requestId})
    on conflict (environment_id) where state = 'running' do nothing returning id`)
  return rows.length > 0
}

export async function findRelease(on: Queryable, id: string): Promise<ReleaseRecord | undefined> {
  const [row] = await on.query<ReleaseRecord & Record<string, unknown>>(sql`
    select release.id, project_id as "projectId", environment_id as "environmentId", environment, kind,
      release.state, plan, trash_id as "trashId", message, organisation_id as "organisationId",
      staff_id as "staffId", by_name as "by", request_id as "requestId",
      cancel_asked as "isCancelled"
    from release join project on project.id = project_id where release.id = ${id}`)
  return row
}

export async function saveReleaseProgress(
  on: Queryable,
  { id, message, progress }: { id: string; message: string; progress: number },
): Promise<void> {
  await on.query(sql`
    update release set message = ${message}, progress = ${progress}, version = version + 1
    where id = ${id} and state = 'running'`)
  await notify(on, id)
}

/** Requests cancellation; returns false if the release has ended. */
export async function requestReleaseCancel(transaction: Transaction, id: string): Promise<boolean> {
  const rows = await transaction.query(sql`
    update release set cancel_asked = true, message = 'Stopping', version = version + 1
    where id = ${id} and state = 'running' returning id`)
  await notify(transaction, id)
  return rows.length > 0
}

/** Ends a release once; returns false if it has ended. */
export async function endRelease(
  transaction: Transaction,
  { id, state, message }: { id: string; state: 'applied' | 'failed'; message: string },
): Promise<boolean> {
  const rows = await transaction.query(sql`
    update release set state = ${state}, message = ${message}, ended_at = now(), version = version + 1,
      progress = case when ${state} = 'applied' then 1 else progress end
    where id = ${id} and state = 'running' returning id`)
  await notify(transaction, id)
  return rows.length > 0
}

interface ListedRow extends Record<string, unknown> {
  id: string
  kind: Release['kind']
  environment: EnvironmentName
  state: Release['state']
  message: string
  progress: number
  steps: string
  by_name: string
  started_at: Date
  ended_at: Date | null
}

function toRelease(row: ListedRow): Release {
  return {
    id: row.id,
    kind: row.kind,
    environment: row.environment,
    state: row.state,
    message: row.message,
    progress: row.progress,
    steps: readStored(Release.shape.steps, row.steps, 'steps of a release'),
    by: row.by_name,
    startedOn: row.started_at.toISOString(),
    endedOn: row.ended_at?.toISOString() ?? null,
  }
}

export async function selectReleases(
  on: Queryable,
  query: { projectId: string; environment: EnvironmentName; limit: number },
): Promise<Release[]> {
  const rows = await on.query<ListedRow>(sql`
    select id, kind, environment, state, message, progress, steps, by_name, started_at, ended_at
    from release where environment_id = (select id from environment
      where project_id = ${query.projectId} and name = ${query.environment})
    order by started_at desc, id desc limit ${query.limit}`)
  return rows.map(toRelease)
}

export async function readRelease(on: Queryable, id: string): Promise<Release | undefined> {
  const [row] = await on.query<ListedRow>(sql`
    select id, kind, environment, state, message, progress, steps, by_name, started_at, ended_at
    from release where id = ${id}`)
  return row && toRelease(row)
}

/** A release of this project, with a number that grows with each change of it. */
export async function readReleaseVersion(
  on: Queryable,
  key: { projectId: string; releaseId: string },
): Promise<{ version: number; release: Release } | undefined> {
  const [row] = await on.query<ListedRow & { version: number }>(sql`
    select id, kind, environment, state, message, progress, steps, by_name, started_at, ended_at, version
    from release where id = ${key.releaseId} and project_id = ${key.projectId}`)
  return row && { version: row.version, release: toRelease(row) }
}
