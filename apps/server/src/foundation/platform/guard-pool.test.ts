import { afterAll, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from './database.ts'
import { sql } from './sql.ts'

const url = inject('server').databaseUrl
const opened: Database[] = []
function open(onSecond?: (error: Error) => void): Database {
  const options = { url, maxConnections: 4, onError: () => undefined }
  const db = openDatabase({ ...options, ...(onSecond && { onSecond }) })
  opened.push(db)
  return db
}
afterAll(() => Promise.all(opened.map((db) => db.close())))

const ONE = sql`select 1 as one`
const SECOND = 'a second connection'

test.each<[string, (db: Database) => Promise<unknown>]>([
  ['a query', (db) => db.query(ONE)],
  ['another transaction', (db) => db.transaction((inner) => inner.query(ONE))],
  ['a query on the raw pool', (db) => db.pool.query('select 1')],
  ['a nested call', async (db) => Promise.all([1, 2].map(() => db.query(ONE)))],
])('%s on the pool throws inside a transaction', async (_, ask) => {
  const db = open()
  await expect(db.transaction(() => ask(db))).rejects.toThrow(SECOND)
  expect(await db.query(ONE)).toEqual([{ one: 1 }])
})

test("allows the transaction's own connection, another database, and work marked as outside", async () => {
  const [db, other] = [open(), open()]
  const answers = await db.transaction(async (transaction) => [
    await transaction.query(ONE),
    await other.query(ONE),
    await db.outside(() => db.transaction((inner) => inner.query(ONE))),
  ])
  expect(answers).toEqual([[{ one: 1 }], [{ one: 1 }], [{ one: 1 }]])
})

test('allows work that outlives its transaction, and does not affect other callers', async () => {
  const db = open()
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  let later: Promise<unknown> = Promise.resolve()
  const beside = db.transaction(async (transaction) => {
    later = ended.then(() => db.query(ONE))
    await transaction.query(ONE)
  })
  expect(await db.query(ONE)).toEqual([{ one: 1 }])
  await beside
  end()
  expect(await later).toEqual([{ one: 1 }])
})

test('with a listener, reports each call site once and lets it through', async () => {
  const reported: Error[] = []
  const db = open((error) => reported.push(error))
  for (let time = 0; time < 3; time += 1) {
    expect(await db.transaction(() => db.query(ONE))).toEqual([{ one: 1 }])
  }
  expect(reported.map(({ message }) => message)).toEqual([expect.stringContaining(SECOND)])
})
