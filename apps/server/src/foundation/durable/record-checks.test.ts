import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { cancelRun, executeWorkflow } from '@plinth/contract'
import { beforeAll, expect, inject, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import { withPlatform } from '../../app/testing/people.ts'
import { runnable, runPlace, wires } from '../../app/testing/runnable.ts'
import { newId } from '../platform/new-id.ts'
import { requestRuntime } from './request-runtime.ts'
import { callHandler, listHandlers, signCall, type TestCall } from './testing/durable-handlers.ts'
import { serverSigner } from './testing/server-signer.ts'

const signer = serverSigner()
/** A call as our own processes would make it. */
const call = (given: TestCall) => callHandler(given, signCall(signer, given))
const rowsOf = (query: string, values: unknown[]) =>
  withPlatform(async (on) => (await on.query(query, values)).rows)

let place: Awaited<ReturnType<typeof runPlace>>
let environmentId = ''
let invitationId = ''
beforeAll(async () => {
  place = await runPlace()
  const [row] = await rowsOf(`select id from environment where project_id = $1 and name = 'dev'`, [
    place.projectId,
  ])
  environmentId = row?.id
  invitationId = newId('inv')
  await rowsOf(
    `insert into invitation (id, organisation_id, email, invited_by, expires_at)
     select $1, organisation_id, $1 || '@example.com', id, now() + interval '1 hour' from staff where id = $2`,
    [invitationId, place.owner.id],
  )
})

/** Everything of the live project and its members that the tasks could change. */
async function snapshot() {
  const { projectId, owner } = place
  const of = (query: string, value: string) => rowsOf(query, [value])
  return {
    project: await of('select * from project where id = $1', projectId),
    placements: await of(
      'select placement.* from placement join environment on id = environment_id where project_id = $1',
      projectId,
    ),
    resets: await of('select * from password_reset where staff_id = $1', owner.id),
    invitation: await of('select * from invitation where id = $1', invitationId),
    tasks: await of('select * from open_task where key = $1', projectId),
    file: await access(join(inject('server').dataDir, 'projects', `${environmentId}.db`)).then(
      () => true,
    ),
  }
}

const keys: Record<string, () => string> = {
  sendPasswordReset: () => place.owner.id,
  sendInvitation: () => invitationId,
  watchRows: () => environmentId,
  protectFiles: () => environmentId,
  sendCodeMail: () => `${place.projectId} dev t - 1 - a@example.com`,
  sendAppMail: () => `verify ${place.projectId} dev t a@example.com`,
}
const topics = (await listHandlers()).filter(({ service }) => service === 'plinthTasks1')

test.each(topics)(
  '$handler does nothing for a live project without the task on record, even if the call is signed',
  async ({ service, handler }) => {
    const key = (keys[handler] ?? (() => place.projectId))()
    const [other] = await rowsOf(
      `insert into open_task (id, topic, key, enqueued_at)
       values (nextval(pg_get_serial_sequence('outbox', 'id')), 'protectFiles', $1, now() + interval '1 hour')
       returning id::text`,
      [`another-${handler}`],
    )
    const before = await snapshot()
    for (const taskId of ['999999999999', other?.id]) {
      const answer = await call({ service, handler, key, body: { taskId } })
      expect(answer).toMatchObject({ status: 200 })
    }
    expect(await snapshot()).toEqual(before)
    // Another task's record is not deleted either.
    expect(
      await rowsOf('delete from open_task where id = $1 returning id', [other?.id]),
    ).toHaveLength(1)
  },
)

/** Adds only the record of a task, and calls its handler. */
async function callRecorded(handler: string, key: string) {
  const [row] = await rowsOf(
    `insert into open_task (id, topic, key, enqueued_at)
     values (nextval(pg_get_serial_sequence('outbox', 'id')), $1, $2, now() + interval '1 hour') returning id::text`,
    [handler, key],
  )
  return call({ service: 'plinthTasks1', handler, key, body: { taskId: row?.id } })
}

test('removeProject does not change a project that is not deleted, although the task is on record', async () => {
  const before = await snapshot()
  expect(await callRecorded('removeProject', place.projectId)).toMatchObject({ status: 200 })
  expect(await snapshot()).toEqual(before)
})

test('provisionProject does not change a project that is ready, although the task is on record', async () => {
  const own = await runPlace()
  const mark = `update placement set provisioned = 0 from environment
    where environment.id = environment_id and project_id = $1`
  await rowsOf(mark, [own.projectId])
  expect(await callRecorded('provisionProject', own.projectId)).toMatchObject({ status: 200 })
  const placed = await rowsOf(
    'select provisioned from placement join environment on id = environment_id where project_id = $1',
    [own.projectId],
  )
  expect(placed.map(({ provisioned }) => provisioned)).toEqual([0, 0])
})

test.each([
  ['no object', 7],
  ['no id', {}],
  ['a name', { taskId: 'x' }],
])('rejects a task call whose body is %s', async (_, body) => {
  const given = { service: 'plinthTasks1', handler: 'removeProject', key: place.projectId, body }
  expect(await call(given)).toMatchObject({ status: 400 })
})

async function startWaiting(seconds: number) {
  const wait = runnable('wait', 'wait', { parameters: { amount: seconds, unit: 'seconds' } })
  const set = runnable('set', 'set', { parameters: { value: '1' } })
  const graph = { nodes: [wait, set], edges: wires('wait -> set') }
  const { id: workflowId } = await place.save(graph)
  const params = { projectId: place.projectId, workflowId }
  const { data } = await place.client.call(executeWorkflow, {
    params,
    body: graph,
    headers: { Prefer: 'respond-async' },
  })
  const { runId } = data
  const status = async () =>
    (await rowsOf('select status from run where id = $1', [runId]))[0]?.status
  await eventually(async () => (await status()) === 'waiting')
  return { runId, status }
}

test('a running run is not executed a second time under another key', async () => {
  const { runId, status } = await startWaiting(600)
  const given = { service: 'plinthRuns1', handler: 'run', body: { runId } }
  for (const idempotencyKey of [undefined, 'another']) {
    const answer = await call({ ...given, ...(idempotencyKey ? { idempotencyKey } : {}) })
    expect(answer).toMatchObject({ status: 409 })
  }
  expect(await status()).toBe('waiting')
  await place.client.call(cancelRun, { params: { projectId: place.projectId, runId } })
})

test('a cancelled run stays cancelled when the durable runtime has lost it', async () => {
  const { runId, status } = await startWaiting(1)
  await place.client.call(cancelRun, { params: { projectId: place.projectId, runId } })
  const { adminUrl } = inject('server')
  const query = `select id from sys_invocation where idempotency_key = '${runId}'`
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const asked = await requestRuntime(adminUrl, {
    path: 'query',
    headers,
    body: JSON.stringify({ query }),
  })
  const { rows } = JSON.parse(asked.text) as { rows: { id: string }[] }
  const path = `invocations/${rows[0]?.id}/purge`
  await eventually(
    async () => (await requestRuntime(adminUrl, { method: 'PATCH', path })).status === 200,
  )
  const before = await rowsOf('select * from run where id = $1', [runId])
  const nodes = await rowsOf('select * from run_step where run_id = $1', [runId])
  const given = { service: 'plinthRuns1', handler: 'run', body: { runId }, idempotencyKey: runId }
  expect(await call(given)).toMatchObject({ status: 200 })
  expect(await status()).toBe('cancelled')
  expect(await rowsOf('select * from run where id = $1', [runId])).toEqual(before)
  expect(await rowsOf('select * from run_step where run_id = $1', [runId])).toEqual(nodes)
})

test('a run and a schedule that are not on record do nothing', async () => {
  const run = { service: 'plinthRuns1', handler: 'run', body: { runId: 'run_none' } }
  expect(await call(run)).toMatchObject({ status: 200 })
  const set = { service: 'plinthSchedules1', handler: 'set', key: 'wfl_none/node' }
  expect(await call(set)).toMatchObject({ status: 200 })
  const query = `select key from state where service_key = 'wfl_none/node'`
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const { adminUrl } = inject('server')
  const asked = await requestRuntime(adminUrl, {
    path: 'query',
    headers,
    body: JSON.stringify({ query }),
  })
  expect(JSON.parse(asked.text).rows).toEqual([])
})
