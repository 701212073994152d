import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { eventually } from '../../../app/testing/eventually.ts'
import type { Row } from '../row-runner.ts'
import { ConnectionMultiplexer, type NamedQuery } from './connection-multiplexer.ts'

let pool: pg.Pool
let multiplexer: ConnectionMultiplexer
const table = `lane_${randomUUID().replaceAll('-', '')}`

beforeAll(async () => {
  pool = new pg.Pool({ connectionString: inject('server').databaseUrl, max: 4, pipeline: true })
  multiplexer = new ConnectionMultiplexer(
    () => pool.connect(),
    () => 1,
  )
  await pool.query(`create table ${table} (id int primary key, number int)`)
  await pool.query(`insert into ${table} values (1, 10)`)
})

afterAll(async () => {
  await pool.query(`drop table ${table}`)
  multiplexer.close()
  await pool.end()
})

/** Connections are opened on demand, so there is none to run on at first. */
async function rows(query: NamedQuery): Promise<readonly Row[]> {
  let running: ReturnType<ConnectionMultiplexer['run']>
  await eventually(async () => {
    running = multiplexer.run(query)
    return running !== undefined
  })
  if (!running) throw new Error('no connection')
  return (await running).rows
}

const text = `select $1::text as word, 12 / $2::int as part, $3::boolean as flag, null as nothing
  where $1 <> 'none'`
const ask = (...values: unknown[]) => rows({ name: 'one', text, values })

test('a repeated statement returns the same names and types', async () => {
  const expected = [{ word: 'a', part: 4, flag: true, nothing: null }]
  for (let time = 0; time < 5; time += 1) expect(await ask('a', 3, true)).toEqual(expected)
  expect(await ask('none', 3, true)).toEqual([])
})

test('concurrent statements get their own results, and a failure affects no other', async () => {
  const asked = Array.from({ length: 40 }, (_, at) =>
    ask(`word ${at}`, at % 5 === 0 ? 0 : 12, false).then(
      ([row]) => row?.word,
      (error: Error) => error.message,
    ),
  )
  for (const [at, answer] of (await Promise.all(asked)).entries())
    expect(answer).toBe(at % 5 === 0 ? 'division by zero' : `word ${at}`)
})

test('rejects a statement whose result type changed, and runs it again on a new connection', async () => {
  const query = { name: 'two', text: `select * from ${table} where id = $1`, values: [1] }
  expect(await rows(query)).toEqual([{ id: 1, number: 10 }])
  await pool.query(`alter table ${table} alter column number type text using 'now ' || number`)
  // A connection that has the old statement prepared must fail, never return rows under the old names and
  // types.
  const answer = await eventually(async () => {
    const found = await rows(query).catch((error: Error) => error.message)
    if (typeof found !== 'string') return found
    expect(found).toBe('cached plan must not change result type')
    return undefined
  })
  expect(answer).toEqual([{ id: 1, number: 'now 10' }])
})

test('takes no second long statement of one environment, but one of another', async () => {
  await ask('a', 3, true)
  const query = { name: 'one', text, values: ['a', 3, true], expectedMs: 8 }
  const first = multiplexer.run({ ...query, key: 'hostile' })
  expect(first).toBeDefined()
  expect(multiplexer.run({ ...query, key: 'hostile' })).toBeUndefined()
  const quiet = multiplexer.run({ ...query, key: 'quiet' })
  expect(quiet).toBeDefined()
  await Promise.all([first, quiet])
  const again = multiplexer.run({ ...query, key: 'hostile' })
  expect((await again)?.rows).toHaveLength(1)
})
