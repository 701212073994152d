import { getRun, retryRun, type WorkflowNode } from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../app/testing/eventually.ts'
import { withPlatform } from '../../../app/testing/people.ts'
import { type GraphToRun, runnable, runPlace, wires } from '../../../app/testing/runnable.ts'

let place: Awaited<ReturnType<typeof runPlace>>
beforeAll(async () => {
  place = await runPlace()
})

const set = (id: string, value: string, more: Partial<WorkflowNode['data']> = {}) =>
  runnable(id, 'set', { parameters: { value }, ...more })
const read = async (runId: string) =>
  (await place.client.call(getRun, { params: { projectId: place.projectId, runId } })).run

describe('pins', () => {
  const pinned = (): GraphToRun => ({
    nodes: [
      set('a', '{{ $in.missing }}', { pinned: { n: 5 } }),
      set('b', '{{ $in.n }}'),
      runnable('if', 'conditional', {
        parameters: { left: '1', operator: 'equals', right: '2' },
        pinned: 'not for a node with two outputs',
      }),
    ],
    edges: wires('a -> b', 'b -> if'),
  })

  test('replace a node’s result in a test run, and are recorded as pins', async () => {
    const { runId, result } = await place.execute(pinned())
    expect(result).toEqual({ a: { n: 5 }, b: 5, if: 5 })
    const { nodes } = await read(runId)
    expect(nodes.map(({ key, origin }) => [key, origin])).toEqual([
      ['a', 'pin'],
      ['b', 'run'],
      ['if', 'run'],
    ])
  })

  test('are ignored in a run of the saved workflow', async () => {
    const { runId } = await place.execute(pinned())
    const params = { projectId: place.projectId, runId }
    const started = await place.client.call(retryRun, { params, body: { version: 'today' } })
    const today = await eventually(async () => {
      const run = await read(started.run.id)
      return run.endedOn !== null && run
    })
    expect(today).toMatchObject({ status: 'failed', error: { node: 'a' } })
  })

  test('do not count as a difference from production', async () => {
    const plain = await place.create({ name: 'Plain', nodes: [set('x', '1')], connections: [] })
    const with5 = await place.create({
      name: 'Pinned',
      nodes: [set('x', '1', { pinned: 5 })],
      connections: [],
    })
    const digests = await withPlatform(async (on) => {
      const ids = [plain.id, with5.id]
      return (await on.query('select digest from workflow where id = any($1)', [ids])).rows
    })
    expect(digests[0]).toEqual(digests[1])
    expect((await place.get(with5.id)).nodes[0]?.data.pinned).toBe(5)
  })
})
