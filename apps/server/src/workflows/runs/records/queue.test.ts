import { cancelRun, executeWorkflow, getRun } from '@plinth/contract'
import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../app/testing/eventually.ts'
import { type GraphToRun, runnable, runPlace } from '../../../app/testing/runnable.ts'

let place: Awaited<ReturnType<typeof runPlace>>
beforeAll(async () => {
  place = await runPlace()
})

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
const untilEnded = (runId: string) =>
  eventually(async () => {
    const run = await read(runId)
    return run.endedOn !== null && run
  }, 20_000)

test('concurrency 1: queues runs of one workflow in order, and cancels a queued one', async () => {
  const graph = { nodes: [wait('w', 3)] }
  const first = await start(graph)
  const second = await start(graph, first.workflowId)
  const third = await start(graph, first.workflowId)
  await eventually(async () => (await read(first.runId)).status === 'waiting')
  expect((await read(second.runId)).status).toBe('queued')
  const params = { projectId: place.projectId, runId: second.runId }
  expect((await place.client.call(cancelRun, { params })).run.status).toBe('cancelled')
  const [one, two, three] = [
    await untilEnded(first.runId),
    await untilEnded(second.runId),
    await untilEnded(third.runId),
  ]
  expect([one.status, two.status, three.status]).toEqual(['succeeded', 'cancelled', 'succeeded'])
  expect(two.nodes).toEqual([])
  expect(Date.parse(three.startedOn ?? '')).toBeGreaterThanOrEqual(Date.parse(one.endedOn ?? ''))
})

test('concurrency 2: executes two at once and queues the third', async () => {
  const graph = { nodes: [wait('w', 3)], settings: { execution: { concurrency: 2 } } }
  const first = await start(graph)
  const others = [await start(graph, first.workflowId), await start(graph, first.workflowId)]
  const runs = []
  for (const { runId } of [first, ...others]) runs.push(await untilEnded(runId))
  expect(runs.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded'])
  const begun = runs.map(({ startedOn }) => Date.parse(startedOn ?? '')).toSorted()
  const ended = runs.map(({ endedOn }) => Date.parse(endedOn ?? '')).toSorted()
  expect(begun[1]).toBeLessThan(ended[0] ?? 0)
  expect(begun[2]).toBeGreaterThanOrEqual(ended[0] ?? 0)
})

test('does not block the queue behind a run that was admitted', async () => {
  const graph = { nodes: [wait('w', 3)], settings: { execution: { concurrency: 2 } } }
  const first = await start(graph)
  const second = await start(graph, first.workflowId)
  await eventually(async () => (await read(second.runId)).status === 'waiting')
  const third = await start(graph, first.workflowId)
  const fourth = await start(graph, first.workflowId)
  const params = { projectId: place.projectId, runId: third.runId }
  expect((await place.client.call(cancelRun, { params })).run.status).toBe('cancelled')
  const ends = []
  for (const { runId } of [first, second, third, fourth]) ends.push(await untilEnded(runId))
  expect(ends.map(({ status }) => status)).toEqual([
    'succeeded',
    'succeeded',
    'cancelled',
    'succeeded',
  ])
})
