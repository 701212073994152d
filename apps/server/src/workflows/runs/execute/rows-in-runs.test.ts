import { type Database, saveConfiguration, syncDatabase } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { runnable, runPlace, wires } from '../../../app/testing/runnable.ts'

const text = (id: string, name: string, options: object = {}) => ({
  id,
  name,
  type: 'text',
  options,
})
const rules = { list: '', view: '', create: '', update: '', delete: '' }

async function shop(database: Database) {
  const place = await runPlace()
  const params = { projectId: place.projectId }
  const orders = {
    id: 'orders',
    name: 'order',
    type: 'Base',
    rules,
    columns: [
      text('o_name', 'name', { isRequired: true }),
      { id: 'o_total', name: 'total', type: 'number', options: {} },
    ],
  }
  await place.client.call(saveConfiguration, {
    params,
    body: { newConfiguration: { version: 'v1', database, tables: [orders] } as never },
  })
  await place.client.call(syncDatabase, { params, body: {} })
  return place
}

const rows = (id: string, parameters: object) =>
  runnable(id, 'database', { parameters: { table: 'order', ...parameters } as never })
const goOn = { errorHandling: { failureAction: 'continue' } }

describe.each(['sqlite3', 'postgres'] as const)('rows from a workflow on %s', (database) => {
  test('creates, updates, lists, gets and deletes regardless of rules', async () => {
    const place = await shop(database)
    const { result } = await place.execute({
      nodes: [
        rows('make', { action: 'create', row: '{"name": "Ada", "total": 40}' }),
        rows('more', {
          action: 'update',
          id: '{{ $in.id }}',
          row: '{"total": {{ $in.total + 2 }}}',
        }),
        rows('all', { action: 'list', filter: 'total > 41', sort: '-total' }),
        rows('one', { action: 'get', id: '{{ $in[0].id }}' }),
        rows('gone', { action: 'delete', id: '{{ $in.id }}' }),
        rows('none', { action: 'list' }),
      ],
      edges: wires('make -> more', 'more -> all', 'all -> one', 'one -> gone', 'gone -> none'),
    })
    expect(result.make).toMatchObject({ name: 'Ada', total: 40 })
    expect(result.all).toEqual([result.more])
    expect(result.one).toMatchObject({ name: 'Ada', total: 42 })
    expect(result.none).toEqual([])
  })

  test("fails the node with the data API's message for an invalid call", async () => {
    const place = await shop(database)
    const { result } = await place.execute({
      nodes: [
        rows('table', { table: 'nothing' }),
        rows('filter', { filter: 'nothing = 1' }),
        rows('field', { action: 'create', row: '{"total": 1}' }),
        rows('row', { action: 'get', id: '00000000-0000-7000-8000-000000000000' }),
        rows('action', { action: 'drop' }),
      ],
      settings: goOn,
    })
    const said = (words: string) => ({ error: { message: expect.stringContaining(words) } })
    expect(result).toEqual({
      table: said('Table with name nothing not found'),
      filter: said('Column with name nothing not found in table order'),
      field: said('name: Is required'),
      row: said('There is no row'),
      action: said('no action'),
    })
  })
})
