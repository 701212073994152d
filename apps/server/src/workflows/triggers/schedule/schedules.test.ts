import { deleteWorkflow, deployDatabase, listRuns } from '@plinth/contract'
import { pino } from 'pino'
import { beforeAll, expect, inject, test } from 'vitest'
import { eventually } from '../../../app/testing/eventually.ts'
import { expectApiError, theAdmin } from '../../../app/testing/people.ts'
import { runnable, wires } from '../../../app/testing/runnable.ts'
import { workflowPlace } from '../../../app/testing/workflow-place.ts'
import { openDurable } from '../../../foundation/durable/open-durable.ts'
import { requestRuntime } from '../../../foundation/durable/request-runtime.ts'
import { serverSigner } from '../../../foundation/durable/testing/server-signer.ts'
import { openJobs } from '../../../foundation/jobs/jobs.ts'
import { openDatabase } from '../../../foundation/platform/database.ts'
import { startScheduleSync } from './sync-schedules.ts'

let fixture: Awaited<ReturnType<typeof workflowPlace>>
beforeAll(async () => {
  fixture = await workflowPlace()
})

const body = (parameters: Record<string, string>) => ({
  nodes: [
    runnable('when', 'trigger-schedule', { parameters }),
    runnable('set', 'set', { label: 'Seen', parameters: { value: '{{ $trigger.scheduledFor }}' } }),
  ],
  connections: wires('when -> set'),
})
const EVERY_SECOND = { cron: '* * * * * *' }
const NEVER_SOON = { cron: '0 0 1 1 *' }

type Place = typeof fixture
async function runsOf(workflowId: string, there: Place = fixture, environment = 'dev' as const) {
  const query = { workflowId, trigger: 'schedule' as const, environment, limit: 200 }
  return (await there.client.call(listRuns, { params: there.params, query })).runs
}
const untilRuns = (count: number, workflowId: string) =>
  eventually(async () => {
    const runs = await runsOf(workflowId)
    const ended = runs.filter(({ endedOn }) => endedOn !== null)
    return ended.length >= count && ended
  }, 20_000)

/** The number of timers that Restate holds for a schedule. */
async function timersOf(workflowId: string): Promise<number> {
  const answer = await requestRuntime(inject('server').adminUrl, {
    path: 'query',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({
      query: `select target_service_key from sys_invocation where status <> 'completed'
        and target_service_name = 'plinthSchedules1' and target_service_key like '${workflowId}/%'`,
    }),
  })
  return (JSON.parse(answer.text) as { rows: unknown[] }).rows.length
}

test('starts exactly one run for each time of an active schedule', async () => {
  const { id } = await fixture.create({ name: 'Ticks', ...body(EVERY_SECOND), active: true })
  const runs = await untilRuns(3, id)
  expect(runs.every(({ status }) => status === 'succeeded')).toBe(true)
  const times = runs.map(({ createdOn }) => Math.floor(Date.parse(createdOn) / 1000))
  expect(new Set(times).size).toBeGreaterThanOrEqual(runs.length - 1)
  await fixture.update(id, { name: 'Ticks', ...body(EVERY_SECOND), active: false })
  await eventually(async () => (await timersOf(id)) === 0)
  const { length } = await runsOf(id)
  await fixture.update(id, { name: 'Ticks', ...body(NEVER_SOON), active: true })
  // A timer may fire and end before the pause arrives, which then sets one that starts nothing.
  await eventually(async () => (await timersOf(id)) >= 1)
  expect(await runsOf(id)).toHaveLength(length)
})

test('replaces the timer of a changed schedule, and keeps that of an unchanged one', async () => {
  const name = 'Changed'
  const { id } = await fixture.create({ name, ...body(NEVER_SOON), active: true })
  await eventually(async () => (await timersOf(id)) === 1)
  await fixture.update(id, { name, ...body(NEVER_SOON), settings: {}, active: true })
  await fixture.update(id, { name, ...body(EVERY_SECOND), active: true })
  const runs = await untilRuns(2, id)
  expect(new Set(runs.map(({ version }) => version))).toEqual(new Set([3]))
  await fixture.update(id, { name, nodes: [], connections: [], active: true })
  // The timer of the first setting still exists, but starts nothing.
  await eventually(async () => (await timersOf(id)) === 1)
})

test('starts nothing after the workflow is deleted', async () => {
  const { id } = await fixture.create({ name: 'Deleted', ...body(EVERY_SECOND), active: true })
  await untilRuns(1, id)
  const params = { projectId: fixture.projectId, workflowId: id }
  await fixture.client.call(deleteWorkflow, { params })
  await eventually(async () => (await timersOf(id)) === 0)
})

test("starts production's schedule with its own timer on deploy", async () => {
  const there = await workflowPlace()
  const { id } = await there.create({ name: 'Live', ...body(EVERY_SECOND), active: true })
  const admin = await theAdmin()
  await admin.client.call(deployDatabase, { params: there.params, body: {} })
  const live = (await there.list()).find(({ environment }) => environment.name === 'production')
  expect(live?.triggers).toEqual([{ nodeId: 'when', kind: 'trigger-schedule', active: true }])
  await eventually(async () => {
    const query = { environment: 'production' as const, trigger: 'schedule' as const }
    const { runs } = await admin.client.call(listRuns, { params: there.params, query })
    return runs.some(({ workflowId }) => workflowId === live?.id)
  }, 20_000)
  for (const workflowId of [id, live?.id ?? '']) {
    await admin.client.call(deleteWorkflow, { params: { ...there.params, workflowId } })
  }
})

test.each([
  ['an invalid schedule', { cron: 'often' }, 'nodes.0.data.parameters.cron'],
  [
    'a zone that is none',
    { cron: '@daily', timezone: 'Nowhere' },
    'nodes.0.data.parameters.timezone',
  ],
])('accepts %s in a draft but not in an active workflow', async (name, parameters, path) => {
  const draft = await fixture.create({ name, ...body(parameters as Record<string, string>) })
  expect(draft.triggers).toMatchObject([{ active: false }])
  const refusal = await expectApiError(
    fixture.update(draft.id, { name, ...body(parameters as Record<string, string>), active: true }),
  )
  expect(refusal).toMatchObject({ code: 'invalid', details: [{ path }] })
})

test('sets a timer again that Restate has lost', async () => {
  const { id } = await fixture.create({ name: 'Lost', ...body(EVERY_SECOND), active: true })
  await untilRuns(1, id)
  const { databaseUrl, ingressUrl, adminUrl } = inject('server')
  const forgotten = await requestRuntime(adminUrl, {
    path: 'services/plinthSchedules1/state',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ object_key: `${id}/when`, new_state: {} }),
  })
  expect(forgotten.status).toBe(202)
  await eventually(async () => (await timersOf(id)) === 0)
  const { length } = await runsOf(id)
  const log = pino({ level: 'silent' })
  const db = openDatabase({ url: databaseUrl, maxConnections: 1, onError: () => undefined })
  const signer = serverSigner()
  const durable = openDurable({ db, log, urls: { ingressUrl, adminUrl }, signer, relay: false })
  const sync = startScheduleSync({ db, durable, log, jobs: openJobs(log) })
  await untilRuns(length + 1, id)
  await sync.stop()
  await db.close()
  await fixture.update(id, { name: 'Lost', ...body(EVERY_SECOND), active: false })
})
