import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readExternalEvents, readExternalLog } from './external-log.ts'

let client: pg.Client
beforeAll(async () => {
  client = new pg.Client(inject('server').databaseUrl)
  await client.connect()
})
afterAll(() => client.end())

const HEAD = `'e' as epoch, 'r' as release, '9' as position, '0' as "removedTo", '9' as count`

/** What a server answers to the query of a log. */
const readLog = (changes: string, { after = 0, max = 100 } = {}) =>
  readExternalLog(client, {
    query: { text: `select ${HEAD}, change.* from (${changes}) as change` },
    after,
    max,
  })
const change = (position: unknown, row = "'{}'", operation = 'created') =>
  `select ${position}::text as at, 't' as "tableId", '${operation}' as operation, 'r' as "rowId",
    ${row} as row, null as old, 's' as shape, 1.5e12::float8 as "madeAt"`

describe('the log of an external database', () => {
  test('is read as text, whatever types its server names', async () => {
    const page = await readLog(change(1, `'{"a":[1]}'::json`))
    expect(page).toEqual({
      ...{ epoch: 'e', release: 'r', position: 9, removedTo: 0, hasMore: true },
      changes: [
        {
          ...{ position: 1, tableId: 't', operation: 'created', rowId: 'r' },
          ...{ row: '{"a":[1]}', old: null, shape: 's', madeAt: 1_500_000_000_000 },
        },
      ],
    })
  })

  test.each([
    ['positions that do not grow', [change(3), change(2), change(3), change(4)], [3, 4]],
    ['positions that are no numbers', [change("'x'"), change("'1e400'")], []],
    ['operations that do not exist', [change(1, "'{}'", 'dropped'), change(2)], [2]],
    ['more changes than the limit', [1, 2, 3, 4, 5].map((at) => change(at)), [1, 2, 3, 4]],
  ])('leaves out %s', async (_, changes, positions) => {
    const page = await readLog(changes.join(' union all '), { max: 4 })
    expect(page?.changes.map(({ position }) => position)).toEqual(positions)
  })

  test('is taken in parts, and a change that is too large has no row and no shape', async () => {
    const large = `'"' || repeat('x', 1500000) || '"'`
    const parts = await readLog([change(1, large), change(2, large)].join(' union all '))
    expect(parts?.changes).toHaveLength(1)
    expect(parts?.hasMore).toBe(true)
    const tooLarge = await readLog(change(1, `repeat('{},', 1000000)`))
    expect(tooLarge?.changes).toMatchObject([{ position: 1, row: '{}', shape: null }])
  })
})

describe('the events of an external database', () => {
  const readEvents = (text: string, most = 100) =>
    readExternalEvents(client, { query: { text }, environmentId: 'env_own', most })
  const event = (more: string) =>
    `select 'k' as key, 'env_other' as "environmentId", 't' as "tableId", 'created' as operation, 'r' as "rowId",
      '{}'::json as row, null as old, null as by, null as "runId", '-3' as depth, ${more} as triggers`

  test('are of its own environment, and have the types that they should', async () => {
    expect(await readEvents(event('null'))).toEqual([
      {
        ...{ key: 'k', environmentId: 'env_own', tableId: 't', operation: 'created', rowId: 'r' },
        ...{ row: '{}', old: null, by: null, runId: null, depth: 0, triggers: null },
      },
    ])
    expect(
      await readEvents(
        `${event('null')} union all ${event('null')}`.replaceAll("'{}'::json", "'{}'"),
        1,
      ),
    ).toHaveLength(1)
  })

  test('are refused with more characters than a call may have', async () => {
    const text = event('null').replace("'{}'::json", `repeat('{},', 4000000)`)
    await expect(readEvents(text)).rejects.toThrow('more than 10000000 characters')
  })
})
