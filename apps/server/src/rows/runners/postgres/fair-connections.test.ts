import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ConnectionBudget } from '../../../foundation/platform/connection-budget.ts'
import { FairConnections } from './fair-connections.ts'

let pool: pg.Pool
beforeAll(() => {
  pool = new pg.Pool({ connectionString: inject('server').databaseUrl, max: 3 })
})
afterAll(() => pool.end())

const open = (budget = new ConnectionBudget({ max: 3 })) =>
  new FairConnections(pool, { budget, connections: 3, perEnvironment: 2, readsPerEnvironment: 1 })

test('one environment never has the last connection', async () => {
  const connections = open()
  const taken: string[] = []
  const take = async (key: string) => {
    const client = await connections.connect(key)
    taken.push(key)
    return client
  }
  const hostile = Array.from({ length: 10 }, () => take('hostile'))
  const quiet = await take('quiet')
  expect((await quiet.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(taken.filter((key) => key === 'hostile').length).toBeLessThanOrEqual(2)
  quiet.release()
  for (const client of hostile) (await client).release()
})

test('a freed connection goes to the environment that has the fewest', async () => {
  const connections = open()
  const first = await connections.connect('hostile')
  const others = [await connections.connect('hostile'), await connections.connect('other')]
  const order: string[] = []
  const use = async (key: string) => {
    const client = await connections.connect(key)
    order.push(key)
    client.release()
  }
  const waiting = [use('hostile'), use('quiet')]
  first.release()
  await Promise.all(waiting)
  expect(order).toEqual(['quiet', 'hostile'])
  for (const client of others) client.release()
})

test('refuses an environment with too many statements waiting, and not its neighbour', async () => {
  const connections = open()
  const held = [await connections.connect('hostile'), await connections.connect('hostile')]
  const waiting = Array.from({ length: 200 }, () => connections.connect('hostile'))
  await expect(connections.connect('hostile')).rejects.toMatchObject({ fault: { kind: 'limited' } })
  const quiet = await connections.connect('quiet')
  for (const client of [...held, quiet]) client.release()
  for (const client of waiting) (await client).release()
})

test('long reads of an environment leave connections to its other statements', async () => {
  const connections = open()
  const read = await connections.connectToRead('busy')
  let isRead = false
  const next = connections.connectToRead('busy').then((client) => {
    isRead = true
    client.release()
  })
  const other = await connections.connect('busy')
  expect(isRead).toBe(false)
  other.release()
  read.release()
  await next
  expect(isRead).toBe(true)
})
