import {
  type AvailabilityState,
  cancelRun,
  executeWorkflow,
  getRun,
  saveAvailability,
} from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import { addressOf, hookPlace } from '../../app/testing/hook-place.ts'
import { theAdmin, withPlatform } from '../../app/testing/people.ts'
import { runnable, wires } from '../../app/testing/runnable.ts'
import { watchedShop } from './row/testing/watched-shop.ts'

async function setState(projectId: string, state: AvailabilityState): Promise<void> {
  const { client } = await theAdmin()
  await client.call(saveAvailability, { params: { projectId }, body: { state, reason: 'Test' } })
}

const STOPPED = ['read-only', 'suspended', 'archived'] as const
const CODES = {
  'read-only': 'project_read_only',
  suspended: 'project_suspended',
  archived: 'project_suspended',
}

describe('webhooks', () => {
  let fixture: Awaited<ReturnType<typeof hookPlace>>
  beforeAll(async () => {
    fixture = await hookPlace()
  })

  test.each(STOPPED)('answer 403 while the project is %s, and again afterwards', async (state) => {
    const { id, url } = await fixture.hook()
    const call = async () => {
      const answer = await fetch(url, { method: 'POST' })
      const { error } = (await answer.json()) as { error?: { code: string } }
      return [answer.status, error?.code]
    }
    // The webhook is cached before the change.
    expect(await call()).toEqual([202, undefined])
    await setState(fixture.projectId, state)
    expect(await call()).toEqual([403, CODES[state]])
    await setState(fixture.projectId, 'open')
    expect(await call()).toEqual([202, undefined])
    expect(await fixture.runsOf(id)).toHaveLength(2)
  })
})

test('a schedule does not fire while its project is stopped, and catches up on nothing', async () => {
  const fixture = await hookPlace()
  const { id } = await fixture.create({
    name: 'Ticks',
    nodes: [
      runnable('when', 'trigger-schedule', { parameters: { cron: '* * * * * *', missed: 'all' } }),
    ],
    connections: [],
    active: true,
  })
  const times = async () =>
    (await fixture.runsOf(id)).map(({ createdOn }) => Date.parse(createdOn)).toSorted()
  await eventually(async () => (await times()).length >= 1)
  await setState(fixture.projectId, 'archived')
  const stoppedAt = Date.now()
  // The witness shows that timers fire meanwhile.
  const witness = await hookPlace()
  const { id: witnessId } = await witness.create({
    name: 'Ticks',
    nodes: [runnable('when', 'trigger-schedule', { parameters: { cron: '* * * * * *' } })],
    connections: [],
    active: true,
  })
  await eventually(async () => (await witness.runsOf(witnessId)).length >= 3)
  const openedAt = Date.now()
  await setState(fixture.projectId, 'open')
  await eventually(async () => (await times()).some((time) => time > openedAt))
  const between = (await times()).filter((time) => time > stoppedAt + 500 && time < openedAt)
  expect(between).toEqual([])
  // Without catching up there is at most one run per second since.
  const since = (await times()).filter((time) => time >= openedAt)
  expect(since.length).toBeLessThanOrEqual(Math.ceil((Date.now() - openedAt) / 1000) + 1)
})

/** Holds the lease of a project's event log meanwhile, so that no event is dispatched. */
async function withoutDispatch(projectId: string, work: () => Promise<void>): Promise<void> {
  await withPlatform(async (db) => {
    const { rows } = await db.query(
      `select case engine when 'sqlite3' then environment_id else server || ' ' || database end as name
       from placement join environment on environment.id = environment_id
       where project_id = $1 and environment.name = 'dev'`,
      [projectId],
    )
    await db.query('begin')
    await db.query('select pg_advisory_xact_lock(hashtextextended($1, 7234503))', [
      `row-events ${rows[0].name}`,
    ])
    await work()
    await db.query('rollback')
  })
}

describe.each(['sqlite3', 'postgres'] as const)('row events on %s', (database) => {
  const ROWS = 150

  test.each(STOPPED)(
    'are kept while the project is %s and delivered afterwards',
    async (state) => {
      const shop = await watchedShop(database)
      const { id } = await shop.watch({ event: 'created' })
      // Another project, on PostgreSQL in the same database, is not held up.
      const other = await watchedShop(database)
      const witness = await other.watch({ event: 'created' })
      const makeWitness = async () => {
        const { length } = await other.runsOf(witness.id)
        await other.rows('POST', 'order', { body: { name: 'witness' } })
        await other.ended(witness.id, length + 1)
      }
      await withoutDispatch(shop.projectId, async () => {
        await shop.importRows(Array.from({ length: ROWS }, (_, at) => ({ name: `row ${at}` })))
        await setState(shop.projectId, state)
      })
      for (let count = 0; count < 3; count += 1) await makeWitness()
      expect(await shop.runsOf(id)).toHaveLength(0)
      await setState(shop.projectId, 'open')
      const runs = await shop.ended(id, ROWS)
      expect(new Set(runs.map(({ payload }) => payload.id)).size).toBe(ROWS)
      expect(runs).toHaveLength(ROWS)
    },
    90_000,
  )
})

describe('a run under way', () => {
  const slow = {
    nodes: [
      runnable('hook', 'trigger-webhook'),
      // Long enough to stop the project meanwhile, also on a busy machine.
      runnable('wait', 'wait', { parameters: { amount: 3, unit: 'seconds' } }),
      runnable('set', 'set', { label: 'Seen', parameters: { value: '"after"' } }),
    ],
    connections: wires('hook -> wait', 'wait -> set'),
    active: true,
  }

  async function startSlow() {
    const fixture = await hookPlace()
    const workflow = await fixture.create({ name: 'Slow', ...slow })
    const answer = await fetch(addressOf(workflow), { method: 'POST' })
    const { runId } = (await answer.json()) as { runId: string }
    const read = async () => {
      const params = { projectId: fixture.projectId, runId }
      return (await fixture.client.call(getRun, { params })).run
    }
    await eventually(async () => (await read()).status === 'waiting')
    return { fixture, workflow, runId, read }
  }

  test.each(STOPPED)(
    'stops before its next step while %s, and goes on afterwards',
    async (state) => {
      const { fixture, runId, read } = await startSlow()
      await setState(fixture.projectId, state)
      const witness = await hookPlace()
      const other = await witness.create({ name: 'Slow', ...slow })
      const answer = await fetch(addressOf(other), { method: 'POST' })
      const { runId: later } = (await answer.json()) as { runId: string }
      // A run that started later has ended, so the wait of this one is over as well.
      await witness.untilEnded(later)
      const stopped = await read()
      expect(stopped.endedOn).toBeNull()
      expect(stopped.nodes.map(({ nodeId }) => nodeId)).toEqual(['hook', 'wait'])
      await setState(fixture.projectId, 'open')
      const run = await fixture.untilEnded(runId)
      expect(run.status).toBe('succeeded')
      expect(run.nodes.map(({ nodeId, attempt }) => [nodeId, attempt])).toEqual([
        ['hook', 1],
        ['wait', 1],
        ['set', 1],
      ])
    },
    45_000,
  )

  test('can be cancelled meanwhile', async () => {
    const { fixture, runId } = await startSlow()
    await setState(fixture.projectId, 'suspended')
    const params = { projectId: fixture.projectId, runId }
    // On a busy machine the call may answer before the run has stopped.
    await fixture.client.call(cancelRun, { params }).catch((error: unknown) => {
      expect(error).toMatchObject({ code: 'timeout' })
    })
    expect((await fixture.untilEnded(runId)).status).toBe('cancelled')
  })

  test('is not started by Execute', async () => {
    const { fixture, workflow } = await startSlow()
    await setState(fixture.projectId, 'read-only')
    const params = { projectId: fixture.projectId, workflowId: workflow.id }
    const error = await fixture.client
      .call(executeWorkflow, { params, body: {} as never })
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ status: 403, code: 'project_read_only' })
  })
})
