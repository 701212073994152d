import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { updateWorkflowTest } from '@plinth/contract'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { runnable, wires } from '../../app/testing/runnable.ts'
import { create, list, rows, testShop } from './testing/test-shop.ts'

const nodes = [
  create('Ada'),
  rows('change', { action: 'update', id: '{{ $in.id }}', row: '{"name": "Eve"}' }),
  list,
  rows('drop', { action: 'delete', id: '{{ $node.make.id }}' }),
  { ...list, id: 'rest', data: { ...list.data, label: 'rest' } },
]
const edges = wires('make -> change', 'change -> list', 'list -> drop', 'drop -> rest')

describe.each(['sqlite3', 'postgres'] as const)(
  'writes without a recorded answer on %s',
  (database) => {
    let shop: Awaited<ReturnType<typeof testShop>>
    beforeAll(async () => {
      shop = await testShop(database)
    })

    /** A test without recorded answers, of a run that has changed nothing in the end. */
    const unpinned = async (graph: Parameters<typeof shop.record>[0]) => {
      const recorded = await shop.record(graph)
      await shop.change(recorded.workflowId, recorded.test.id, { pins: {} })
      return recorded
    }
    const accept = (workflowId: string, testId: string, digest: string) => {
      const params = { projectId: shop.projectId, workflowId, testId }
      return shop.client.call(updateWorkflowTest, { params, body: { accept: digest } as never })
    }

    test('are seen by the test, repeat it, and leave nothing', async () => {
      const trigger = runnable('t', 'trigger-row', { parameters: { table: 'orders' } as never })
      const watching = await shop.create({
        name: 'Watch',
        nodes: [trigger],
        connections: [],
        active: true,
      })
      const { workflowId, test: made } = await unpinned({ nodes, edges })
      const before = await shop.dump()
      const runs = (await shop.runs(watching.id)).length
      const first = await shop.run(workflowId, made.id)
      expect(first.steps.map(({ key, pinned, status }) => [key, pinned, status])).toEqual(
        nodes.map(({ id }) => [id, false, 'succeeded']),
      )
      // The new row has an id of its own, so that the requests that name it differ from the recorded ones.
      expect(first.differences.map(({ step, part }) => `${step} ${part}`)).toEqual([
        'change request',
        'drop request',
      ])
      await accept(workflowId, made.id, first.digest)
      const { expectations } = (await shop.tests(workflowId))[0] ?? { expectations: [] }
      const eve = { name: 'Eve' }
      const seen = { step: 'list', part: 'output', path: '0', kind: 'contains', value: eve }
      const none = { step: 'rest', part: 'output', path: '', kind: 'equal', value: [] }
      await shop.change(workflowId, made.id, { expectations: [...expectations, seen, none] })
      for (const digest of [first.digest, first.digest])
        expect(await shop.run(workflowId, made.id)).toMatchObject({
          passed: true,
          differences: [],
          digest,
        })
      expect(await shop.dump()).toBe(before)
      expect(await shop.names()).toEqual([])
      expect((await shop.runs(watching.id)).length).toBe(runs)
      if (database === 'sqlite3')
        expect(await readdir(join(inject('server').dataDir, 'sandboxes'))).toEqual([])
    })

    test('fail as they would, such as a value that must be unique', async () => {
      const graph = { nodes: [create('Ada'), list], edges: wires('make -> list') }
      const { workflowId, test: made } = await unpinned(graph)
      const before = await shop.dump()
      expect(await shop.run(workflowId, made.id)).toMatchObject({
        passed: false,
        ending: { status: 'failed', node: 'make', message: expect.stringContaining('name') },
      })
      expect(await shop.dump()).toBe(before)
    })

    test('leave nothing if the test ends at an effect', async () => {
      const { workflowId, name, test: made } = await unpinned({ nodes: [create('Bob')] })
      const call = runnable('call', 'http_request', {
        parameters: { url: 'https://x.example/' } as never,
      })
      await shop.update(workflowId, {
        name,
        nodes: [create('Carl'), call],
        connections: wires('make -> call'),
      })
      const before = await shop.dump()
      expect(await shop.run(workflowId, made.id)).toMatchObject({
        passed: false,
        ending: {
          status: 'refused',
          node: 'call',
          message: expect.stringContaining('has an effect'),
        },
        steps: [{ nodeId: 'make', status: 'succeeded' }],
      })
      expect(await shop.dump()).toBe(before)
    })

    test('are seen by SQL queries on SQLite, and refused before them on PostgreSQL', async () => {
      const query = runnable('count', 'sql-query', {
        parameters: { query: `select name from "order" where name = 'Dora'` } as never,
      })
      const edges = wires('make -> count')
      const { workflowId, test: made } = await unpinned({ nodes: [create('Dora'), query], edges })
      const nodes = [create('Finn'), query]
      await shop.update(workflowId, { name: 'Finn', nodes, connections: edges })
      const after = await shop.run(workflowId, made.id)
      if (database === 'sqlite3') expect(after.ending.status).toBe('succeeded')
      else
        expect(after.ending).toMatchObject({
          status: 'refused',
          node: 'count',
          message: expect.stringContaining('SQL query is read after rows were changed'),
        })
    })

    test.each([
      ['people', { email: 'a@example.com', password: 'a long password' }, 'sessions and passwords'],
      ['picture', {}, 'a table with files'],
    ])('are refused for the table %s', async (table, row, words) => {
      const { workflowId, name, test: made } = await unpinned({ nodes: [list] })
      const write = rows('write', { table, action: 'create', row: JSON.stringify(row) })
      await shop.update(workflowId, {
        name,
        nodes: [list, write],
        connections: wires('list -> write'),
      })
      const before = await shop.dump()
      expect((await shop.run(workflowId, made.id)).ending).toMatchObject({
        status: 'refused',
        node: 'write',
        message: expect.stringContaining(words),
      })
      expect(await shop.dump()).toBe(before)
    })
  },
)
