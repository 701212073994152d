import { type Database, saveConfiguration, syncDatabase } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { runnable, runPlace, wires } from '../../../app/testing/runnable.ts'

// The database may be busy with other tests, so failures are retried.
const goOn = { errorHandling: { failureAction: 'continue', retryCount: 2, retryDelay: 1 } }
const ENDLESS =
  'with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n'
const said = (words: string) => ({ error: { message: expect.stringContaining(words) } })
type Place = Awaited<ReturnType<typeof runPlace>>

const sql = (id: string, query: string, more: object = {}, credentials = {}) =>
  runnable(id, 'sql-query', { parameters: { query, ...more } as never, credentials })
async function shop(database: Database): Promise<Place> {
  const place = await runPlace()
  const params = { projectId: place.projectId }
  const order = {
    id: 'orders',
    name: 'order',
    type: 'Base',
    rules: { list: '', view: '', create: '', update: '', delete: '' },
    columns: [
      { id: 'o_name', name: 'name', type: 'text', options: {} },
      { id: 'o_total', name: 'total', type: 'number', options: {} },
      { id: 'o_pin', name: 'pin', type: 'text', options: { isHashed: true } },
    ],
  }
  await place.client.call(saveConfiguration, {
    params,
    body: { newConfiguration: { version: 'v1', database, tables: [order] } as never },
  })
  await place.client.call(syncDatabase, { params, body: {} })
  return place
}

describe.each(['sqlite3', 'postgres'] as const)("SQL on the project's own %s", (database) => {
  test('reads with bound values', async () => {
    const place = await shop(database)
    const make = (id: string, row: string) =>
      runnable(id, 'database', { parameters: { action: 'create', table: 'order', row } })
    const { result } = await place.execute({
      nodes: [
        make('a', '{"name": "Ada\'; drop table \\"order\\"", "total": 40}'),
        make('b', '{"name": "Bob", "total": 2}'),
        sql('read', 'select name, total from "order" where total > $1 and name like $2', {
          values: '[{{ $in.total }}, "Ada%"]',
        }),
        sql('count', 'select count(*) as many from "order" where name = $1', {
          values: '["{{ $node.a.name }}"]',
        }),
      ],
      edges: wires('a -> b', 'b -> read', 'read -> count'),
    })
    expect(result.read).toEqual([{ name: 'Ada\'; drop table "order"', total: 40 }])
    expect(Number((result.count as { many: unknown }[])[0]?.many)).toBe(1)
  })

  test('fails the node for a forbidden statement (R11)', async () => {
    const place = await shop(database)
    const { result } = await place.execute({
      nodes: [
        sql('write', 'delete from "order"', { access: 'write' }),
        sql('hidden', 'select pin from "order"'),
        sql('two', 'select 1; select 2'),
        sql('catalogue', 'select * from _plinth_meta'),
        sql('missing', 'select * from "order" where total > $1 and total < $2', { values: '[1]' }),
        sql('slow', ENDLESS),
      ],
      edges: wires(
        'write -> hidden',
        'hidden -> two',
        'two -> catalogue',
        'catalogue -> missing',
        'missing -> slow',
      ),
      settings: goOn,
    })
    expect(result).toMatchObject({
      write: said('Only a SELECT statement is allowed'),
      hidden: said('pin'),
      two: said('exactly one SELECT statement'),
      catalogue: said('_plinth_meta'),
      missing: said('bound to'),
      slow: said('took too long'),
    })
  })
})
