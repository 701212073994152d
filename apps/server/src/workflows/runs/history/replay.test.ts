import {
  cancelRun,
  executeWorkflow,
  getRun,
  type RunDetail,
  replayRun,
  retryRun,
  type WorkflowNode,
} from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../app/testing/eventually.ts'
import { expectApiError, join, newStaff, withPlatform } from '../../../app/testing/people.ts'
import { type GraphToRun, runnable, runPlace, wires } from '../../../app/testing/runnable.ts'

let place: Awaited<ReturnType<typeof runPlace>>
beforeAll(async () => {
  place = await runPlace()
})

const set = (id: string, value: string, more: Partial<WorkflowNode['data']> = {}) =>
  runnable(id, 'set', { parameters: { value }, ...more })
const read = async (runId: string) =>
  (await place.client.call(getRun, { params: { projectId: place.projectId, runId } })).run
const untilEnded = (runId: string) =>
  eventually(async () => {
    const run = await read(runId)
    return run.endedOn !== null && run
  }, 20_000)

async function replay(runId: string, body: { from: string; input?: never }): Promise<RunDetail> {
  const params = { projectId: place.projectId, runId }
  return untilEnded((await place.client.call(replayRun, { params, body })).run.id)
}
async function retry(runId: string, version: 'same' | 'today'): Promise<RunDetail> {
  const params = { projectId: place.projectId, runId }
  return untilEnded((await place.client.call(retryRun, { params, body: { version } })).run.id)
}
const origins = ({ nodes }: RunDetail) =>
  nodes.map(({ key, origin }) => `${key} ${origin}`).toSorted()

/** A diamond: `left` follows from `mid`, `right` does not, and `join` needs both. */
const diamond: GraphToRun = {
  nodes: [
    set('start', '{"n": 1}'),
    set('mid', '{"n": {{ $in.n }}, "at": "{{ $now }}"}'),
    set('right', '{"at": "{{ $now }}"}'),
    runnable('join', 'merge'),
    set('last', '{"n": {{ $node["mid"].n }}, "start": {{ $node["start"].n }}}'),
  ],
  edges: wires(
    'start -> mid',
    'start -> right',
    'mid -> join.first',
    'right -> join.second',
    'join -> last',
  ),
}

describe('replay', () => {
  test('from a node: reuses earlier records and executes the rest again', async () => {
    const { runId, result } = await place.execute(diamond)
    const again = await replay(runId, { from: 'mid' })
    expect(again).toMatchObject({
      status: 'succeeded',
      trigger: 'replay',
      replayOf: runId,
      replayFrom: 'mid',
    })
    expect(origins(again)).toEqual([
      'join run',
      'last run',
      'mid run',
      'right record',
      'start record',
    ])
    expect(again.result?.right).toEqual(result.right)
    expect(again.result?.mid).not.toEqual(result.mid)
    expect(again.graph.nodes.map(({ id }) => id)).toEqual(['start', 'mid', 'right', 'join', 'last'])
  })

  test('with an edited input: applies it to that node only', async () => {
    const { runId } = await place.execute(diamond)
    const again = await replay(runId, { from: 'mid', input: { n: 42 } as never })
    expect(again.result).toMatchObject({ start: { n: 1 }, last: { n: 42, start: 1 } })
    expect(again.nodes.find(({ key }) => key === 'mid')?.input).toEqual({ n: 42 })
  })

  test('replays a replay', async () => {
    const { runId } = await place.execute(diamond)
    const once = await replay(runId, { from: 'mid', input: { n: 7 } as never })
    const twice = await replay(once.id, { from: 'last' })
    expect(twice.result?.last).toEqual({ n: 7, start: 1 })
    expect(origins(twice)).toContain('mid record')
  })

  test('of one item of a loop: reuses the other items and executes what follows the loop', async () => {
    const { runId } = await place.execute({
      nodes: [
        set('list', '[1, 2, 3]'),
        runnable('each', 'loop'),
        set('item', '{"n": {{ $in }}}'),
        set('all', '{{ $in }}'),
      ],
      edges: wires('list -> each', 'each.item -> item', 'each.done -> all'),
    })
    const again = await replay(runId, { from: 'item:1', input: 20 as never })
    expect(again.result?.all).toEqual([{ n: 1 }, { n: 20 }, { n: 3 }])
    expect(origins(again)).toEqual([
      'all run',
      'each record',
      'item:0 record',
      'item:1 run',
      'item:2 record',
      'list record',
    ])
  })

  test('repeats neither waits nor failures of earlier steps', async () => {
    const { runId } = await place.execute({
      nodes: [
        runnable('wait', 'wait', { parameters: { amount: 4, unit: 'seconds' } }),
        runnable('call', 'http_request', { parameters: { url: 'http://nothing.invalid/' } }),
        set('last', '{{ $in.error.message }}'),
      ],
      edges: wires('wait -> call', 'call -> last'),
      settings: {
        errorHandling: { retryCount: 1, retryDelay: 0.2, failureAction: 'continue' },
      },
    })
    const again = await replay(runId, { from: 'last' })
    expect(again.result?.last).toBe('The host could not be found.')
    expect(origins(again)).toEqual(['call record', 'last run', 'wait record'])
    const took = Date.parse(again.endedOn ?? '') - Date.parse(again.startedOn ?? '')
    expect(took).toBeLessThan(3_900)
  })

  test.each([
    ['an unknown node', 'unknown'],
    ['a node that was not reached', 'no'],
  ])('rejects a replay from %s', async (_name, from) => {
    const { runId } = await place.execute({
      nodes: [
        set('a', '1'),
        runnable('if', 'conditional', {
          parameters: { left: '1', operator: 'equals', right: '1' },
        }),
        set('no', '2'),
      ],
      edges: wires('a -> if', 'if.false -> no'),
    })
    const params = { projectId: place.projectId, runId }
    const refusal = await expectApiError(place.client.call(replayRun, { params, body: { from } }))
    expect(refusal).toMatchObject({ status: 422 })
    expect(refusal.message).toContain('was not executed')
  })
})

test('rejects replay and retry of an open run', async () => {
  const nodes = [runnable('w', 'wait', { parameters: { amount: 600, unit: 'seconds' } })]
  const { id: workflowId } = await place.save({ nodes })
  const { data } = await place.client.call(executeWorkflow, {
    params: { projectId: place.projectId, workflowId },
    body: { nodes, edges: [] },
    headers: { Prefer: 'respond-async' },
  })
  const params = { projectId: place.projectId, runId: data.runId }
  const replayed = place.client.call(replayRun, { params, body: { from: 'w' } })
  expect(await expectApiError(replayed)).toMatchObject({ status: 409 })
  const retried = place.client.call(retryRun, { params, body: {} })
  expect(await expectApiError(retried)).toMatchObject({ status: 409 })
})

describe('retry', () => {
  const failing = (value: string): GraphToRun => ({
    nodes: [
      runnable('start', 'trigger-manual', { parameters: { data: '{"n": 4}' } }),
      set('bad', value),
    ],
    edges: wires('start -> bad'),
  })
  async function failed(): Promise<{ workflowId: string; runId: string }> {
    const graph = failing('{{ $in.nothing }}')
    const { id: workflowId } = await place.save(graph)
    const { data } = await place.client.call(executeWorkflow, {
      params: { projectId: place.projectId, workflowId },
      body: { nodes: graph.nodes, edges: graph.edges ?? [] },
      headers: { Prefer: 'respond-async' },
    })
    await untilEnded(data.runId)
    return { workflowId, runId: data.runId }
  }

  test('fails again with the old version, and runs the saved one with the current version', async () => {
    const { workflowId, runId } = await failed()
    const good = failing('{{ $in.n }}')
    await place.update(workflowId, {
      name: 'Mended',
      nodes: good.nodes,
      connections: good.edges ?? [],
    })
    expect(await retry(runId, 'same')).toMatchObject({ status: 'failed', replayOf: runId })
    const mended = await retry(runId, 'today')
    expect(mended).toMatchObject({ status: 'succeeded', version: 2, trigger: 'replay' })
    expect(mended.result?.bad).toBe(4)
  })

  test('of a deleted workflow: runs the old version, and rejects the current one', async () => {
    const { workflowId, runId } = await failed()
    await withPlatform((on) => on.query('delete from workflow where id = $1', [workflowId]))
    expect(await retry(runId, 'same')).toMatchObject({ status: 'failed' })
    expect(await expectApiError(retry(runId, 'today'))).toMatchObject({
      status: 409,
      message: 'The workflow was deleted. Retry with the version it ran.',
    })
  })

  test('production: owners read a run, developers do not, and only an admin starts or cancels it', async () => {
    const { runId } = await failed()
    await withPlatform((on) =>
      on.query(
        `update run set environment_id = (select id from environment
           where project_id = run.project_id and name = 'production') where id = $1`,
        [runId],
      ),
    )
    const developer = await newStaff()
    await join(developer, { projectId: place.projectId, role: 'developer' })
    const params = { projectId: place.projectId, runId }
    const owner = place.owner.client
    expect((await owner.call(getRun, { params })).run.environment).toBe('production')
    const denied = await expectApiError(developer.client.call(getRun, { params }))
    expect(denied).toMatchObject({ status: 403 })
    for (const { client } of [developer, place.owner]) {
      for (const call of [
        () => client.call(cancelRun, { params }),
        () => client.call(retryRun, { params, body: {} }),
        () => client.call(replayRun, { params, body: { from: 'start' } }),
      ]) {
        expect(await expectApiError(call())).toMatchObject({ status: 403 })
      }
    }
  })
})
