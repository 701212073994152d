import {
  createCredential,
  createWorkflow,
  deployDatabase,
  listCredentials,
  listReleases,
  listWorkflows,
  planDeploy,
} from '@plinth/contract'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { openFor } from '../../app/testing/credential-place.ts'
import { eventually } from '../../app/testing/eventually.ts'
import { nodeOf } from '../../app/testing/graph.ts'
import { newProject, newStaff, theAdmin, withPlatform } from '../../app/testing/people.ts'

/** The writes at the end of a deploy, in order; the test kills the deploy at each of them. */
const POINTS = [
  { table: 'credential', name: 'Key' },
  { table: 'workflow', name: 'One' },
  { table: 'workflow', name: 'Three' },
  { table: 'workflow', name: 'Two' },
] as const

/** A deploy retries what fails with growing pauses, so a busy machine can take this long to reach a point. */
const WAIT_MS = 60_000

/** Inserts a name without committing, which blocks the deploy's insert of the same name. */
async function hold(db: pg.Client, point: (typeof POINTS)[number], projectId: string) {
  const values =
    point.table === 'credential'
      ? `(id, name, type, data, environment_id) select 'held', $2, 'custom', '{}'`
      : `(id, name, nodes, connections, settings, active, node_count, credentials, digest, environment_id)
         select 'held', $2, '[]', '[]', '{}', false, 0, '[]', ''`
  await db.query('begin')
  await db.query(
    `insert into ${point.table} ${values}, id from environment where project_id = $1 and name = 'production'`,
    [projectId, point.name],
  )
}

/** The newest releases, tasks and statements, for the message of a deploy that does not reach its point. */
async function describeReleases(db: pg.Client): Promise<string> {
  const { rows } = await db.query(`
    select json_build_object(
      'releases', (select json_agg(one) from (select id, kind, state, message, started_at from release
        order by started_at desc limit 3) one),
      'outbox', (select json_agg(one) from (select * from outbox limit 10) one),
      'tasks', (select json_agg(one) from (select * from open_task order by id desc limit 10) one),
      'statements', (select json_agg(one) from (select pid, state, wait_event, left(query, 120) as query,
        now() - query_start as since from pg_stat_activity where state <> 'idle') one)) as text`)
  return JSON.stringify(rows[0].text)
}

/** Terminates the connection that waits for the lock, then releases the lock; a refused deploy fails at once. */
async function killWaiting(db: pg.Client, refused: Promise<never>): Promise<void> {
  const waiting = eventually(async () => {
    const rows = await db.query(
      'select pid from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))',
    )
    return rows.rows[0]?.pid as number | undefined
  }, WAIT_MS)
  const pid = await Promise.race([waiting, refused]).catch(async (error) => {
    throw new Error(`${error}: ${await describeReleases(db)}`)
  })
  await db.query('select pg_terminate_backend($1)', [pid])
  await db.query('rollback')
}

test.each(POINTS)(
  'finishes a deploy completely and once after a kill while writing $table $name',
  async (point) => {
    const [owner, admin] = [await newStaff(), await theAdmin()]
    const projectId = await newProject(owner)
    const params = { projectId }
    const { credential } = await owner.client.call(createCredential, {
      params,
      body: { name: 'Key', type: 'api-credential', data: { apiKey: 'k1' } },
    })
    for (const name of ['One', 'Two', 'Three']) {
      const nodes = [nodeOf('a', { credentials: { key: credential.id } })]
      const body = { name, nodes, connections: [], active: true }
      await owner.client.call(createWorkflow, { params, body })
    }
    const live = async () => {
      const { workflows } = await owner.client.call(listWorkflows, { params })
      const { credentials } = await owner.client.call(listCredentials, { params })
      const isLive = (one: { environment: { name: string } }) =>
        one.environment.name === 'production'
      return { workflows: workflows.filter(isLive), credentials: credentials.filter(isLive) }
    }
    // On a busy machine the databases of a project may be created after the answer to its creation.
    await eventually(
      () => admin.client.call(planDeploy, { params }).catch(() => undefined),
      WAIT_MS,
    )
    const seen: number[] = []
    await withPlatform(async (db) => {
      await hold(db, point, projectId)
      const started = admin.client.call(deployDatabase, { params })
      const refused = new Promise<never>((_, reject) => {
        started.catch(reject)
      })
      await killWaiting(db, refused)
      seen.push((await live()).workflows.length)
      await started.catch(() => undefined)
    })
    await eventually(async () => {
      const { releases } = await owner.client.call(listReleases, {
        params,
        query: { environment: 'production' },
      })
      return releases[0]?.state === 'applied'
    }, WAIT_MS)
    // Callers see either the old or the new state.
    expect([0, 3]).toContain(seen[0])
    const { workflows, credentials } = await live()
    expect(workflows.map(({ name, revision }) => [name, revision]).sort()).toEqual([
      ['One', 1],
      ['Three', 1],
      ['Two', 1],
    ])
    expect(workflows.every(({ status }) => status === 'In sync')).toBe(true)
    const [key] = credentials
    expect(credentials).toHaveLength(1)
    expect(key && (await openFor(projectId, key))?.data).toEqual({ apiKey: 'k1' })
  },
  4 * WAIT_MS,
)
