import { type Database, listRows, saveConfiguration, syncDatabase } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { runnable, wires } from '../../app/testing/runnable.ts'
import { testPlace } from './testing/test-place.ts'

const rules = { list: '', view: '', create: '', update: '', delete: '' }

async function shop(database: Database) {
  const place = await testPlace()
  const params = { projectId: place.projectId }
  const columns = [{ id: 'o_name', name: 'name', type: 'text', options: {} }]
  const order = { id: 'orders', name: 'order', type: 'Base', rules, columns }
  await place.client.call(saveConfiguration, {
    params,
    body: { newConfiguration: { version: 'v1', database, tables: [order] } as never },
  })
  await place.client.call(syncDatabase, { params, body: {} })
  const names = async () => {
    const query = { $projectId: place.projectId, $environment: 'dev' } as never
    const { data } = await place.client.call(listRows, { params: { table: 'order' }, query })
    return data.map((row) => row.name)
  }
  return { ...place, names }
}

const rows = (id: string, parameters: object) =>
  runnable(id, 'database', { parameters: { table: 'order', ...parameters } as never })
const create = (name: string) => rows('make', { action: 'create', row: JSON.stringify({ name }) })
const list = rows('list', { action: 'list' })
const edges = wires('make -> list')

describe.each(['sqlite3', 'postgres'] as const)('tests of rows on %s', (database) => {
  test('use the recorded answers, compare what is written, and change no row', async () => {
    const place = await shop(database)
    const recorded = await place.record({ nodes: [create('Ada'), list], edges })
    expect(await place.names()).toEqual(['Ada'])
    expect(await place.run(recorded.workflowId, recorded.test.id)).toMatchObject({ passed: true })
    const changed = await place.retest(recorded, { nodes: [create('Bob'), list], edges })
    expect(changed.differences).toMatchObject([
      {
        part: 'request',
        value: { rows: { row: { name: 'Ada' } } },
        actual: { rows: { row: { name: 'Bob' } } },
      },
    ])
    expect(await place.names()).toEqual(['Ada'])
  })

  test('refuse to write without a recorded answer, and leave no row', async () => {
    const place = await shop(database)
    const recorded = await place.record({ nodes: [list] })
    const unpinned = await place.change(recorded.workflowId, recorded.test.id, { pins: {} })
    expect(unpinned.pins).toEqual({})
    await place.update(recorded.workflowId, {
      name: recorded.name,
      nodes: [list, create('Eve')],
      connections: wires('list -> make'),
    })
    expect(await place.run(recorded.workflowId, recorded.test.id)).toMatchObject({
      passed: false,
      ending: { status: 'refused', node: 'make', message: expect.stringContaining('changes rows') },
    })
    expect(await place.names()).toEqual([])
  })

  test('read rows as they are now without a recorded answer', async () => {
    const place = await shop(database)
    const query = runnable('count', 'sql-query', {
      parameters: { query: 'select count(*) as n from "order"' },
    })
    const recorded = await place.record({ nodes: [list, query], edges: wires('list -> count') })
    const { workflowId, test: made } = recorded
    const ofList = { step: 'list', part: 'output', kind: 'equal', value: [] }
    await place.change(workflowId, made.id, { pins: {}, expectations: [ofList] })
    expect(await place.run(workflowId, made.id)).toMatchObject({ passed: true })
    await place.execute({ nodes: [create('Ada')] })
    expect(await place.run(workflowId, made.id)).toMatchObject({
      passed: false,
      differences: [{ step: 'list', actual: [{ name: 'Ada' }] }],
    })
  })
})
