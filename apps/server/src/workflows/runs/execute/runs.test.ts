import { cancelRun, executeWorkflow, getRun, listRuns, watchRun } from '@plinth/contract'
import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../app/testing/eventually.ts'
import { expectApiError, newStaff } from '../../../app/testing/people.ts'
import { type GraphToRun, runnable, runPlace, wires } from '../../../app/testing/runnable.ts'

let place: Awaited<ReturnType<typeof runPlace>>
beforeAll(async () => {
  place = await runPlace()
})

const set = (id: string, value: unknown, more = {}) =>
  runnable(id, 'set', { parameters: { value: value as never }, ...more })
const wait = (id: string, seconds: number) =>
  runnable(id, 'wait', { parameters: { amount: seconds, unit: 'seconds' } })

async function start(graph: GraphToRun, workflowId?: string) {
  const id = workflowId ?? (await place.save(graph)).id
  const { data } = await place.client.call(executeWorkflow, {
    params: { projectId: place.projectId, workflowId: id },
    body: { nodes: graph.nodes, edges: graph.edges ?? [] },
    headers: { Prefer: 'respond-async' },
  })
  return { workflowId: id, runId: data.runId }
}
const read = async (runId: string) =>
  (await place.client.call(getRun, { params: { projectId: place.projectId, runId } })).run
test('Execute returns results by label and records every node', async () => {
  const graph = {
    nodes: [
      runnable('start', 'trigger-manual', { label: 'Start', parameters: { data: '{"n": 4}' } }),
      runnable('if', 'conditional', {
        label: 'Even?',
        parameters: { left: '{{ $in.n }}', operator: 'greater', right: '3' },
      }),
      set('yes', '{"twice": [{{ $in.n }}, {{ $trigger.n }}]}', { label: 'Yes' }),
      set('no', 'no', { label: 'No' }),
    ],
    edges: wires('start -> if', 'if.true -> yes', 'if.false -> no'),
  }
  const { result, runId } = await place.execute(graph)
  expect(result).toEqual({ Start: { n: 4 }, 'Even?': { n: 4 }, Yes: { twice: [4, 4] } })
  const run = await read(runId)
  expect(run).toMatchObject({ status: 'succeeded', trigger: 'manual', version: 1, result })
  expect(run.nodes.map(({ label, status, attempt }) => [label, status, attempt])).toEqual([
    ['Start', 'succeeded', 1],
    ['Even?', 'succeeded', 1],
    ['Yes', 'succeeded', 1],
  ])
  expect(run.nodes[2]).toMatchObject({ input: { n: 4 }, output: { twice: [4, 4] }, logs: [] })
})

test('runs branches concurrently: three waits of a second take one', async () => {
  const graph = {
    nodes: [set('a', '{}'), wait('w1', 1), wait('w2', 1), wait('w3', 1), runnable('m', 'merge')],
    edges: wires(
      'a -> w1',
      'a -> w2',
      'a -> w3',
      'w1 -> m.first',
      'w2 -> m.second',
      'w3 -> m.third',
    ),
  }
  const { result, runId } = await place.execute(graph)
  expect(result.m).toEqual({ first: {}, second: {}, third: {} })
  const { nodes } = await read(runId)
  const waits = nodes.filter(({ kind }) => kind === 'wait')
  const begun = waits.map(({ startedOn }) => Date.parse(startedOn))
  const ended = waits.map(({ endedOn }) => Date.parse(endedOn ?? ''))
  // All started before any ended, however busy the machine is; `bench/runs/waits.ts` measures the time.
  expect(Math.max(...begun)).toBeLessThan(Math.min(...ended))
  expect(Math.min(...ended) - Math.min(...begun)).toBeGreaterThanOrEqual(1_000)
})

test("runs a loop's body for each item and returns results by item", async () => {
  const { result } = await place.execute({
    nodes: [
      set('list', '[1, 2, 3]'),
      runnable('each', 'loop', { parameters: { at_once: 2 } }),
      set('item', '{"n": {{ $in }}}'),
      set('all', '{{ $in }}'),
    ],
    edges: wires('list -> each', 'each.item -> item', 'each.done -> all'),
  })
  const items = [{ n: 1 }, { n: 2 }, { n: 3 }]
  expect(result).toEqual({ list: [1, 2, 3], each: items, item: items, all: items })
})

test('stops the run at a failed node and reports which and why', async () => {
  const graph = {
    nodes: [set('bad', '{{ $in.nothing }}'), set('after', '1')],
    edges: wires('bad -> after'),
  }
  const refusal = await expectApiError(place.execute(graph))
  expect(refusal).toMatchObject({ status: 422 })
  expect(refusal.message).toContain('bad: "Value" (value): $in.nothing is missing')
  const { runs } = await place.client.call(listRuns, {
    params: { projectId: place.projectId },
    query: { status: 'failed' },
  })
  expect(runs[0]?.error).toEqual({ node: 'bad', message: expect.stringContaining('missing') })
})

test('retries an unreachable address, then applies failureAction', async () => {
  const { result, runId } = await place.execute({
    nodes: [
      runnable('call', 'http_request', { parameters: { url: 'http://nothing.invalid/' } }),
      set('after', '{{ $in.error.message }}'),
    ],
    edges: wires('call -> after'),
    settings: { errorHandling: { retryCount: 2, retryDelay: 0, failureAction: 'continue' } },
  })
  expect(result.after).toBe('The host could not be found.')
  const { nodes } = await read(runId)
  expect(nodes.map(({ label, attempt, status }) => [label, attempt, status])).toEqual([
    ['call', 1, 'failed'],
    ['call', 2, 'failed'],
    ['call', 3, 'failed'],
    ['after', 1, 'succeeded'],
  ])
})

test('ends the run at its timeout and cancels running nodes', async () => {
  const graph = { nodes: [wait('long', 60)], settings: { execution: { timeout: 1 } } }
  const refusal = await expectApiError(place.execute(graph))
  expect(refusal.message).toBe('The run took longer than 1 seconds.')
})

test('cancels a waiting run at once, and only once', async () => {
  const { runId } = await start({ nodes: [wait('long', 600)] })
  await eventually(async () => (await read(runId)).status === 'waiting')
  const params = { projectId: place.projectId, runId }
  const { run } = await place.client.call(cancelRun, { params })
  expect(run.status).toBe('cancelled')
  expect((await place.client.call(cancelRun, { params })).run).toEqual(run)
  expect((await read(runId)).nodes[0]?.status).toBe('cancelled')
})

test('streams progress, and sends every node with the last event', async () => {
  const { runId } = await start({
    nodes: [set('a', '1'), wait('w', 1), set('b', '2')],
    edges: wires('a -> w', 'w -> b'),
  })
  const events = []
  const params = { projectId: place.projectId, runId }
  for await (const event of place.client.stream(watchRun, { params })) events.push(event)
  expect(events.length).toBeGreaterThan(1)
  const waiting = events.some(({ run, nodes }) => {
    return run.endedOn === null && nodes.some((n) => n.label === 'w' && n.status === 'waiting')
  })
  expect(waiting).toBe(true)
  const last = events.at(-1)
  expect(last?.run.status).toBe('succeeded')
  expect(last?.nodes.map(({ label }) => label)).toEqual(['a', 'w', 'b'])
  expect(last?.result).toEqual({ a: 1, w: 1, b: 2 })
})

test('lists runs by environment, workflow and status, newest first, in pages', async () => {
  const own = await runPlace()
  const graph = { nodes: [set('a', '1')] }
  const { id: workflowId } = await own.save(graph)
  const ids: string[] = []
  for (let n = 0; n < 3; n += 1) ids.unshift((await own.execute(graph, { workflowId })).runId)
  const params = { projectId: own.projectId }
  const one = await own.client.call(listRuns, { params, query: { workflowId, limit: '2' } })
  expect(one.runs.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  const cursor = one.nextCursor ?? undefined
  const two = await own.client.call(listRuns, { params, query: { workflowId, cursor } })
  expect([two.runs.map(({ id }) => id), two.nextCursor]).toEqual([ids.slice(2), null])
  const none = await own.client.call(listRuns, { params, query: { environment: 'production' } })
  expect(none.runs).toEqual([])
})

test.each([
  [
    'a cycle',
    { nodes: [set('a', '1'), set('b', '1')], edges: wires('a -> b', 'b -> a') },
    'form a cycle',
  ],
  [
    'an unknown handle',
    { nodes: [set('a', '1'), set('b', '1')], edges: wires('a.x -> b') },
    'nowhere',
  ],
  ['an empty graph', { nodes: [] }, 'no node'],
  [
    'two triggers',
    { nodes: [runnable('a', 'trigger-manual'), runnable('b', 'trigger-manual')] },
    'Choose the trigger',
  ],
  [
    "a credential of nobody's",
    {
      nodes: [
        runnable('a', 'slack', { credentials: { credential: 'crd_00000000000000000000000000' } }),
      ],
    },
    'credential that is not there',
  ],
])('rejects %s before the run starts', async (_name, graph, message) => {
  const { id: workflowId } = await place.save({ nodes: [] })
  const refusal = await expectApiError(place.execute(graph, { workflowId }))
  expect(refusal).toMatchObject({ status: 422 })
  expect(refusal.message).toContain(message)
})

test('answers 404 for a run of another project (R1)', async () => {
  const { runId } = await place.execute({ nodes: [set('a', '1')] })
  const other = await runPlace()
  const params = { projectId: other.projectId, runId }
  for (const call of [
    () => other.client.call(getRun, { params }),
    () => other.client.call(cancelRun, { params }),
  ]) {
    expect(await expectApiError(call())).toMatchObject({ status: 404 })
  }
  const stranger = await newStaff()
  const foreign = { projectId: place.projectId, runId }
  expect(await expectApiError(stranger.client.call(getRun, { params: foreign }))).toMatchObject({
    status: 404,
  })
})
