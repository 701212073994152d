import { expect, test } from 'vitest'
import { fakeServices, runAlone } from '../testing/run-alone.ts'

const credentials = { postgres: 'crd_p', mysql: 'crd_m' }
const services = (found = { rows: [{ id: 1 }], affected: 1 } as never) =>
  fakeServices({
    found,
    credentials: {
      crd_p: { type: 'postgres', data: { host: 'db' }, hosts: ['db'] },
      crd_m: { type: 'mysql', data: { host: 'db' }, hosts: ['db'] },
    },
  })
const failed = (message: string) => ({
  status: 'failed',
  failure: { message: expect.stringContaining(message), retry: false },
})

test('binds values and never interpolates the statement', async () => {
  const seen = services()
  const outcome = await runAlone(
    'sql-query',
    { query: 'select {{ $in }} from t where a = $1', values: '["{{ $in }}"]' },
    { input: "1'; drop table t", services: seen },
  )
  expect(outcome).toEqual({ status: 'done', value: [{ id: 1 }] })
  expect(seen.statements).toEqual([
    {
      on: 'project',
      query: 'select {{ $in }} from t where a = $1',
      values: ["1'; drop table t"],
      mayWrite: false,
    },
  ])
})

test('allows writes only on external databases and only if enabled', async () => {
  const seen = services()
  const run = (parameters: object) =>
    runAlone('sql-query', { query: 'delete from t', ...parameters } as never, {
      credentials,
      services: seen,
    })
  await run({ access: 'write' })
  await run({ source: 'postgres' })
  expect(await run({ source: 'mysql', access: 'write' })).toMatchObject({ value: { affected: 1 } })
  expect(seen.statements.map(({ mayWrite }) => mayWrite)).toEqual([false, false, true])
})

test.each<[string, object, object, string]>([
  ['no statement', {}, {}, '(query) is empty'],
  [
    'values that are not a list',
    { query: 'select 1', values: '{}' },
    {},
    '(values) must be a list',
  ],
  ['an unknown source', { query: 'select 1', source: 'oracle' }, {}, '"Database" (source) must be'],
  ['no credential', { query: 'select 1', source: 'mysql' }, {}, 'Choose a credential'],
  [
    'a credential of another kind',
    { query: 'select 1', source: 'mysql' },
    { mysql: 'crd_p' },
    'no such credential',
  ],
])('sql-query refuses %s', async (_, parameters, chosen, message) => {
  const given = { credentials: chosen as never, services: services() }
  expect(await runAlone('sql-query', parameters as never, given)).toEqual(failed(message))
})

test.each<[string, object, string, unknown[]]>([
  [
    'list',
    { source: 'postgres', match: '{"a": 1, "b": null}', limit: 5 },
    'select * from "t" where "a" = $1 and "b" is null limit 5',
    [1],
  ],
  ['list', { source: 'mysql', table: 's.t' }, 'select * from `s`.`t` limit 100', []],
  [
    'get',
    { source: 'mysql', match: '{"a`": "x"}' },
    'select * from `t` where `a``` = ? limit 1',
    ['x'],
  ],
  [
    'create',
    { source: 'postgres', row: '{"a": 1, "b": [2]}' },
    'insert into "t" ("a", "b") values ($1, $2) returning *',
    [1, [2]],
  ],
  ['create', { source: 'mysql', row: '{"a": 1}' }, 'insert into `t` (`a`) values (?)', [1]],
  [
    'update',
    { source: 'postgres', row: '{"a": 1}', match: '{"id": 7}' },
    'update "t" set "a" = $1 where "id" = $2',
    [1, 7],
  ],
  ['delete', { source: 'mysql', match: '{"id": 7}' }, 'delete from `t` where `id` = ?', [7]],
])(
  'database writes the statement of "%s" with names quoted and values bound',
  async (action, more, query, values) => {
    const seen = services()
    const parameters = { action, table: 't', ...more }
    await runAlone('database', parameters as never, { credentials, services: seen })
    expect(seen.statements[0]).toMatchObject({ query, values })
  },
)

test.each<[string, object, string]>([
  [
    'an update of every row',
    { action: 'update', row: '{"a": 1}' },
    '"Only rows with these values" (match) is empty',
  ],
  ['a delete of every row', { action: 'delete' }, '"Only rows with these values" (match) is empty'],
  ['a row without fields', { action: 'create' }, '"Fields" (row) has no field'],
  ['an invalid name', { action: 'list', table: 'a..b' }, 'cannot be the name'],
  ['a name with NUL', { action: 'list', match: '{"a\\u0000": 1}' }, 'cannot be the name'],
])('database refuses %s', async (_, more, message) => {
  const parameters = { source: 'postgres', table: 't', ...more }
  const outcome = await runAlone('database', parameters as never, {
    credentials,
    services: services(),
  })
  expect(outcome).toEqual(failed(message))
})

test('fails for a missing row', async () => {
  const none = services({ rows: [], affected: 0 } as never)
  const parameters = { source: 'postgres', table: 't', action: 'get', match: '{"id": 1}' }
  expect(await runAlone('database', parameters, { credentials, services: none })).toEqual(
    failed('There is no such row in t'),
  )
})
