import { afterEach, describe, expect, test } from 'vitest'
import { connectExternal, externalPool } from './connect-external.ts'
import { bytesReadBy } from './testing/bytes-read.ts'
import { type Harm, startHostilePostgres } from './testing/hostile-postgres.ts'

let server: Awaited<ReturnType<typeof startHostilePostgres>>
const connect = async (harm: Harm) => {
  server = await startHostilePostgres(harm)
  const { port } = server
  const url = `postgres://u:p@127.0.0.1:${port}/x?sslmode=disable`
  const allowed = new Set([`127.0.0.1:${port}`])
  return connectExternal(url, { allowed, unverified: new Set() })
}
afterEach(() => server.close())

const residentMb = () => process.memoryUsage().rss / 1024 / 1024

describe('an adopted database that is hostile (R25)', () => {
  test.each(['rows', 'one row', 'notices'] as const)(
    'is closed when it answers a query with endless %s',
    async (harm) => {
      const client = await connect(harm)
      const before = residentMb()
      await expect(client.query('select 1')).rejects.toMatchObject({ code: 'ANSWER_TOO_LARGE' })
      expect(residentMb() - before).toBeLessThan(400)
      // 32 MB, and the last chunk.
      expect(bytesReadBy(client)).toBeLessThan(33 * 1024 * 1024)
    },
  )

  test('is closed when it floods before it is ready', async () => {
    const before = residentMb()
    await expect(connect('start')).rejects.toMatchObject({ code: 'ANSWER_TOO_LARGE' })
    expect(residentMb() - before).toBeLessThan(400)
  })

  test('is closed when it never answers, and its pool opens another connection', async () => {
    server = await startHostilePostgres('silence')
    const config = { host: '127.0.0.1', port: server.port, user: 'u', database: 'x', max: 1 }
    const pool = externalPool({ ...config, statement_timeout: 100 })
    pool.on('error', () => undefined)
    for (const count of [1, 2]) {
      await expect(pool.query('select 1')).rejects.toMatchObject({ code: 'QUERY_TIMEOUT' })
      expect(server.connections()).toBe(count)
    }
    await pool.end()
  })
})
