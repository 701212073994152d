import { describe, expect, test } from 'vitest'
import { withPlatform } from '../../../app/testing/people.ts'
import { testServer } from '../../../app/testing/test-server.ts'
import { openDatabase, type Transaction } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'
import { listDueConnections } from './connection-store.ts'
import { ageToken as age, storedConnection as stored, useOauth } from './testing/oauth-place.ts'

const { connected, service } = useOauth('oauthJob')

const generationOf = async (id: string): Promise<number> => (await stored(id)).generation

describe('the job that refreshes tokens', () => {
  test('refreshes a token that ends soon, without a run', async () => {
    const { id } = await connected()
    const before = await generationOf(id)
    await age(id, 'due')
    await expect.poll(() => generationOf(id)).toBe(before + 1)
  })

  test('goes on beside connections that cannot be opened', async () => {
    const [broken, { id }] = [await connected(), await connected()]
    const { generation } = await stored(id)
    await withPlatform((db) =>
      db.query(
        `update credential_connection set refresh_token = 'broken', access_token = 'broken'
         where credential_id = $1`,
        [broken.id],
      ),
    )
    await age(broken.id, 'due')
    await age(id, 'due')
    await expect.poll(async () => (await stored(id)).generation).toBe(generation + 1)
    await expect.poll(async () => (await stored(broken.id)).retry_at).not.toBeNull()
  })
})

class Rollback extends Error {}

/** The ids of these connections that are due after a change that no other connection sees. */
async function dueAfter(ids: string[], change: (transaction: Transaction) => Promise<unknown>) {
  const { databaseUrl: url } = testServer()
  const db = openDatabase({ url, maxConnections: 1, onError: () => undefined })
  let due: string[] = []
  const changed = db.transaction(async (transaction) => {
    await change(transaction)
    const found = await listDueConnections(transaction, { limit: 1_000, perProject: 3 })
    due = found.map(({ credentialId }) => credentialId).filter((id) => ids.includes(id))
    throw new Rollback()
  })
  await expect(changed).rejects.toThrow(Rollback)
  await db.close()
  return due
}

const endLater = (ids: string[]) => (transaction: Transaction) =>
  transaction.query(sql`
    update credential_connection set refresh_at = refresh_at - interval '1 hour',
      expires_at = expires_at - interval '1 hour' where credential_id = any(${ids})`)

describe('a batch of the job', () => {
  test('has three connections of a project', async () => {
    const ids = []
    for (let count = 0; count < 5; count += 1) ids.push((await connected()).id)
    expect(await dueAfter(ids, endLater(ids))).toEqual(ids.slice(0, 3))
  })

  test('has no tokens that live less than ten minutes', async () => {
    await service().set({ life: 599 })
    const brief = (await connected()).id
    await service().set({ life: 600 })
    const long = (await connected()).id
    expect(await dueAfter([brief, long], endLater([brief, long]))).toEqual([long])
  })

  test.each([
    { failures: 1, seconds: 30 },
    { failures: 2, seconds: 60 },
    { failures: 5, seconds: 480 },
    { failures: 100, seconds: 3840 },
  ])('has a connection again $seconds s after failure $failures', async (one) => {
    const { id } = await connected()
    const failed = (seconds: number) => async (transaction: Transaction) => {
      await endLater([id])(transaction)
      await transaction.query(sql`
        update credential_connection set failures = ${one.failures},
          retry_at = now() - make_interval(secs => ${seconds}) + interval '30 seconds'
        where credential_id = ${id}`)
    }
    expect(await dueAfter([id], failed(one.seconds - 1))).toEqual([])
    expect(await dueAfter([id], failed(one.seconds))).toEqual([id])
  })

  test('counts failures until the service answers', async () => {
    const { id } = await connected()
    await service().set({ isDown: true })
    for (const failures of [1, 2]) {
      await withPlatform((db) =>
        db.query(
          `update credential_connection set retry_at = now() - interval '1 day',
             refresh_at = now() - interval '1 second' where credential_id = $1`,
          [id],
        ),
      )
      await expect.poll(async () => (await stored(id)).failures).toBe(failures)
    }
    await service().set({ isDown: false })
    await age(id, 'due')
    await expect.poll(async () => (await stored(id)).failures).toBe(0)
  })
})
