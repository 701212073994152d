import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { FairConnections } from './fair-connections.ts'

let pool: pg.Pool
beforeAll(() => {
  pool = new pg.Pool({ connectionString: inject('server').databaseUrl, max: 3 })
})
afterAll(() => pool.end())

const open = () => new FairConnections(pool, { connections: 3, perEnvironment: 2 })

test('one environment never has the last connection', async () => {
  const connections = open()
  const order: string[] = []
  const use = async (key: string) => {
    const client = await connections.connect(key)
    order.push(key)
    return client
  }
  const hostile = Array.from({ length: 10 }, () => use('hostile').then((client) => client.release()))
  const held = await use('quiet')
  expect(order.filter((key) => key === 'hostile').length).toBeLessThanOrEqual(2)
  await Promise.all(hostile)
  expect((await held.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  held.release()
})

test('a freed connection goes to the environment that has the fewest', async () => {
  const connections = open()
  const [a, , b] = [
    await connections.connect('hostile'),
    await connections.connect('hostile'),
    await connections.connect('other'),
  ]
  const order: string[] = []
  const wait = async (key: string) => {
    const client = await connections.connect(key)
    order.push(key)
    return client
  }
  const hostile = wait('hostile')
  const quiet = wait('quiet')
  a.release()
  ;(await quiet).release()
  ;(await hostile).release()
  b.release()
  expect(order).toEqual(['quiet', 'hostile'])
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
