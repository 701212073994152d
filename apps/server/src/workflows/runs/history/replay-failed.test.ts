import { cancelRun, executeWorkflow, getRun, type RunDetail, replayRun } from '@plinth/contract'
import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../app/testing/eventually.ts'
import { expectApiError } from '../../../app/testing/people.ts'
import { type GraphToRun, runnable, runPlace, wires } from '../../../app/testing/runnable.ts'

let place: Awaited<ReturnType<typeof runPlace>>
beforeAll(async () => {
  place = await runPlace()
})

const set = (id: string, value: string) => runnable(id, 'set', { parameters: { value } })
const named = (runId: string) => ({ projectId: place.projectId, runId })
const untilEnded = (runId: string) =>
  eventually(async () => {
    const { run } = await place.client.call(getRun, { params: named(runId) })
    return run.endedOn !== null && run
  }, 20_000)

async function start({ nodes, edges = [] }: GraphToRun): Promise<string> {
  const { id: workflowId } = await place.save({ nodes, edges })
  const { data } = await place.client.call(executeWorkflow, {
    params: { projectId: place.projectId, workflowId },
    body: { nodes, edges },
    headers: { Prefer: 'respond-async' },
  })
  return data.runId
}

async function replay(runId: string, body: { input?: never } = {}): Promise<RunDetail> {
  const { run } = await place.client.call(replayRun, { params: named(runId), body })
  return untilEnded(run.id)
}

const origins = ({ nodes }: RunDetail) =>
  nodes.map(({ key, origin }) => `${key} ${origin}`).toSorted()

test('without a node: replays from the one that made the run fail', async () => {
  const runId = await start({
    nodes: [set('first', '{"n": 4}'), set('bad', '{{ $in.total }}'), set('last', '{{ $in }}')],
    edges: wires('first -> bad', 'bad -> last'),
  })
  expect(await untilEnded(runId)).toMatchObject({ status: 'failed', error: { node: 'bad' } })
  const again = await replay(runId)
  expect(again).toMatchObject({ status: 'failed', replayOf: runId, replayFrom: 'bad' })
  expect(origins(again)).toEqual(['bad run', 'first record'])
  const mended = await replay(again.id, { input: { total: 12 } as never })
  expect(mended).toMatchObject({ status: 'succeeded', replayFrom: 'bad' })
  expect(mended.result?.last).toBe(12)
  expect(origins(mended)).toEqual(['bad run', 'first record', 'last run'])
})

test('in a loop: replays from the item that failed', async () => {
  const runId = await start({
    nodes: [
      set('list', '[{"n": 1}, {"m": 2}]'),
      runnable('each', 'loop'),
      set('item', '{{ $in.n }}'),
      set('all', '{{ $in }}'),
    ],
    edges: wires('list -> each', 'each.item -> item', 'each.done -> all'),
  })
  expect(await untilEnded(runId)).toMatchObject({ status: 'failed', error: { node: 'item' } })
  const again = await replay(runId, { input: { n: 7 } as never })
  expect(again).toMatchObject({ status: 'succeeded', replayFrom: 'item:1' })
  expect(again.result?.all).toEqual([1, 7])
  expect(origins(again)).toContain('item:0 record')
})

test('rejects a run in which no node failed', async () => {
  const refusal = { status: 422, message: expect.stringContaining('No node made that run fail.') }
  const succeeded = await start({ nodes: [set('a', '1')] })
  await untilEnded(succeeded)
  expect(await expectApiError(replay(succeeded))).toMatchObject(refusal)
  const wait = runnable('w', 'wait', { parameters: { amount: 600, unit: 'seconds' } })
  const cancelled = await start({ nodes: [wait] })
  expect(await expectApiError(replay(cancelled))).toMatchObject({ status: 409 })
  await place.client.call(cancelRun, { params: named(cancelled) })
  expect(await untilEnded(cancelled)).toMatchObject({ status: 'cancelled' })
  expect(await expectApiError(replay(cancelled))).toMatchObject(refusal)
})
