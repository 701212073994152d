import { cancelRun, executeWorkflow, getRun, listRuns } from '@plinth/contract'
import { beforeEach, expect, test } from 'vitest'
import { eventually } from '../../../app/testing/eventually.ts'
import { expectApiError, withPlatform } from '../../../app/testing/people.ts'
import { type GraphToRun, runnable, runPlace, wires } from '../../../app/testing/runnable.ts'

let place: Awaited<ReturnType<typeof runPlace>>
beforeEach(async () => {
  place = await runPlace()
})

const set = (id: string, value: string) => runnable(id, 'set', { parameters: { value } })
const called = (id = 'begin') => runnable(id, 'trigger-workflow')
const call = (workflow: string, more = {}) =>
  runnable('call', 'sub-workflow', { parameters: { workflow, ...more } })
const wait = (id: string, seconds: number) =>
  runnable(id, 'wait', { parameters: { amount: seconds, unit: 'seconds' } })

/** Saves and activates a workflow under a name. */
const give = (name: string, { nodes, edges = [], settings = {} }: GraphToRun) =>
  place.create({ name, nodes, connections: edges, settings, active: true })
const listed = async (query: object) =>
  (await place.client.call(listRuns, { params: { projectId: place.projectId }, query })).runs
const read = async (runId: string) =>
  (await place.client.call(getRun, { params: { projectId: place.projectId, runId } })).run

test('calls another workflow, gets its results by label and records the child run', async () => {
  const child = await give('Add up', {
    nodes: [called(), set('sum', '{"total": {{ $in.a + $in.b }}}')],
    edges: wires('begin -> sum'),
  })
  const { result, runId } = await place.execute({
    nodes: [set('in', '{"a": 1, "b": 2}'), call('Add up'), set('after', '{{ $in.sum.total }}')],
    edges: wires('in -> call', 'call -> after'),
  })
  expect(result.call).toEqual({ begin: { a: 1, b: 2 }, sum: { total: 3 } })
  expect(result.after).toBe(3)
  const [run] = await listed({ workflowId: child.id })
  expect(run).toMatchObject({ trigger: 'workflow', status: 'succeeded', version: 1 })
  const rows = await withPlatform((db) =>
    db.query('select parent_id, depth from run where id = $1', [run?.id]),
  )
  expect(rows.rows).toEqual([{ parent_id: runId, depth: 1 }])
  expect((await read(runId)).nodes.map(({ label, status }) => [label, status])).toEqual([
    ['in', 'succeeded'],
    ['call', 'succeeded'],
    ['after', 'succeeded'],
  ])
})

test("returns the child's response to the caller, also in loops and concurrently", async () => {
  await give('Twice', {
    nodes: [called(), runnable('say', 'respond', { parameters: { value: '{{ $in * 2 }}' } })],
    edges: wires('begin -> say'),
  })
  const { result } = await place.execute({
    nodes: [
      set('list', '[1, 2, 3]'),
      runnable('each', 'loop', { parameters: { at_once: 3 } }),
      call('Twice'),
    ],
    edges: wires('list -> each', 'each.item -> call'),
  })
  expect(result.each).toEqual([2, 4, 6])
})

test('fails the node when the child fails, and retries in a new run', async () => {
  const child = await give('Breaks', {
    nodes: [called(), set('bad', '{{ $in.nothing }}')],
    edges: wires('begin -> bad'),
  })
  const { result, runId } = await place.execute({
    nodes: [call('Breaks'), set('after', '{{ $in.error.message }}')],
    edges: wires('call -> after'),
    settings: { errorHandling: { retryCount: 1, retryDelay: 0, failureAction: 'continue' } },
  })
  expect(result.after).toMatch(/^Breaks: bad: .*missing/)
  expect(await listed({ workflowId: child.id, status: 'failed' })).toHaveLength(2)
  const { nodes } = await read(runId)
  expect(nodes.map(({ label, attempt, status }) => [label, attempt, status])).toEqual([
    ['call', 1, 'failed'],
    ['call', 2, 'failed'],
    ['after', 1, 'succeeded'],
  ])
})

test('cancels children of a cancelled or timed-out caller', async () => {
  const child = await give('Sleeps', {
    nodes: [called(), wait('long', 600)],
    edges: wires('begin -> long'),
  })
  const { id: workflowId } = await place.save({ nodes: [call('Sleeps')] })
  const { data } = await place.client.call(executeWorkflow, {
    params: { projectId: place.projectId, workflowId },
    body: { nodes: [call('Sleeps')], edges: [] },
    headers: { Prefer: 'respond-async' },
  })
  await eventually(async () => (await listed({ workflowId: child.id }))[0]?.status === 'waiting')
  expect((await read(data.runId)).status).toBe('waiting')
  const params = { projectId: place.projectId, runId: data.runId }
  expect((await place.client.call(cancelRun, { params })).run.status).toBe('cancelled')
  await eventually(async () => (await listed({ workflowId: child.id }))[0]?.status === 'cancelled')
  const late = { nodes: [call('Sleeps')], settings: { execution: { timeout: 1 } } }
  expect((await expectApiError(place.execute(late))).message).toContain('longer than 1 seconds')
  await eventually(async () => {
    const runs = await listed({ workflowId: child.id })
    return runs.length === 2 && runs.every(({ status }) => status === 'cancelled')
  })
})

test('stops workflows that call each other at the maximum depth', async () => {
  await give('Round', {
    nodes: [called(), call('Round')],
    edges: wires('begin -> call'),
  })
  const refusal = await expectApiError(place.execute({ nodes: [call('Round')] }))
  expect(refusal.message).toContain('called each other 8 deep')
  expect(await listed({ status: 'failed' })).toHaveLength(9)
})

test.each<[string, (name: string) => Promise<unknown>]>([
  ['does not exist', async () => undefined],
  ['is not active', (name) => place.create({ name, nodes: [called()], active: false })],
  ['has no such trigger', (name) => give(name, { nodes: [set('a', '1')] })],
])('rejects a call of a workflow that %s', async (_, prepare) => {
  await prepare('Other')
  const refusal = await expectApiError(place.execute({ nodes: [call('Other')] }))
  expect(refusal.message).toContain('There is no workflow "Other" that can be called')
})

test("rejects a call of another project's workflow (R1)", async () => {
  await give('Theirs', { nodes: [called()] })
  const other = await runPlace()
  const refusal = await expectApiError(other.execute({ nodes: [call('Theirs')] }))
  expect(refusal.message).toContain('There is no workflow "Theirs"')
})

test('starts the error workflow of a failed run, but none for its own failure', async () => {
  const onError = (parameters = {}) => runnable('error', 'trigger-error', { parameters })
  const broken = (label: string) => set(label, '{{ $in.nothing }}')
  const watching = (name: string, parameters = {}) =>
    give(name, {
      nodes: [onError(parameters), set('said', '{{ $in.error.message }}'), broken('own')],
      edges: wires('error -> said', 'said -> own'),
    })
  const any = await watching('Any')
  const one = await watching('One', { workflow: 'Fragile' })
  const none = await watching('Another', { workflow: 'Something else' })
  const fragile = await give('Fragile', { nodes: [broken('bad')] })
  await expectApiError(place.execute({ nodes: [broken('bad')] }, { workflowId: fragile.id }))
  const [failed] = await listed({ workflowId: fragile.id })
  for (const { id } of [any, one]) {
    const run = await eventually(async () => {
      const [found] = await listed({ workflowId: id })
      return found?.endedOn ? read(found.id) : undefined
    })
    expect(run).toMatchObject({ trigger: 'error', status: 'failed' })
    expect(run.nodes[0]?.output).toMatchObject({
      run: { id: failed?.id, workflowName: 'Fragile', trigger: 'manual' },
      error: { node: 'bad', message: expect.stringContaining('missing') },
    })
  }
  expect(await listed({ workflowId: none.id })).toEqual([])
  expect(await listed({ trigger: 'error' })).toHaveLength(2)
})
