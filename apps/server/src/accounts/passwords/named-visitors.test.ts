import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { withPlatform } from '../../app/testing/people.ts'
import { type Database, openDatabase } from '../../foundation/platform/database.ts'
import { openSignInLimit, type SignInLimit } from './sign-in-limit.ts'

/** The visitors of one key have 400 attempts together, those of one network 20. */
const ATTEMPTS = 1
const OF_KEY = 400
const OF_NETWORK = 20

let db: Database
let limit: SignInLimit
beforeAll(() => {
  const url = inject('server').databaseUrl
  db = openDatabase({ url, maxConnections: 4, onError: () => {} })
  limit = openSignInLimit(db, ATTEMPTS)
})
afterAll(() => db.close())

const addressOf = (number: number) => `100.${64 + (number >> 8)}.${number & 255}.7`
const newEmail = () => `${randomUUID()}@example.com`

/** Makes calls for visitors in different networks; returns how many were let through. */
async function countAllowed(
  calls: number,
  act: (visitor: { email: string; ip: string; within: string }) => Promise<unknown>,
): Promise<number> {
  const within = randomUUID()
  const results = Array.from({ length: calls }, (_, at) =>
    act({ email: newEmail(), ip: addressOf(at), within }).then(
      () => 1,
      () => 0,
    ),
  )
  return (await Promise.all(results)).reduce<number>((sum, one) => sum + one, 0)
}

test.each(['attempt', 'signUp', 'askForMail'] as const)(
  '%s has a limit for all visitors of a key together, and none without a key',
  async (kind) => {
    const namedBy = `key_${randomUUID()}`
    const calls = OF_KEY + 5
    expect(await countAllowed(calls, (who) => limit[kind]({ ...who, namedBy }))).toBe(OF_KEY)
    const other = `key_${randomUUID()}`
    expect(await countAllowed(1, (who) => limit[kind]({ ...who, namedBy: other }))).toBe(1)
    expect(await countAllowed(calls, (who) => limit[kind](who))).toBe(calls)
  },
)

test('right passwords do not use up the limit of a key', async () => {
  const namedBy = `key_${randomUUID()}`
  const signIn = async (who: { email: string; ip: string; within: string }) =>
    (await limit.attempt({ ...who, namedBy })).refund()
  const inTurn = async () => {
    for (let turn = 0; turn < 5; turn += 1) expect(await countAllowed(100, signIn)).toBe(100)
  }
  await inTurn()
})

test('a visitor over the limit of a network does not use up the limit of a key', async () => {
  const namedBy = `key_${randomUUID()}`
  const eager = { ip: addressOf(1), within: randomUUID(), namedBy }
  for (let turn = 0; turn < 5; turn += 1) {
    const allowed = await countAllowed(100, ({ email }) => limit.attempt({ ...eager, email }))
    expect(allowed).toBe(turn === 0 ? OF_NETWORK : 0)
  }
  const left = OF_KEY - OF_NETWORK
  expect(await countAllowed(left, (who) => limit.attempt({ ...who, namedBy }))).toBe(left)
})

test('a key over its limit stores no more networks', async () => {
  const namedBy = `key_${randomUUID()}`
  await countAllowed(OF_KEY, (who) => limit.signUp({ ...who, namedBy }))
  const within = randomUUID()
  await expect(
    limit.signUp({ email: newEmail(), ip: addressOf(1), within, namedBy }),
  ).rejects.toThrow('Too many')
  const stored = await withPlatform((client) =>
    client.query('select 1 from rate_limit where key like $1', [`%${within}%`]),
  )
  expect(stored.rowCount).toBe(0)
})

test('a key over its limit locks no account', async () => {
  const namedBy = `key_${randomUUID()}`
  await countAllowed(OF_KEY, (who) => limit.attempt({ ...who, namedBy }))
  const who = { email: newEmail(), within: randomUUID() }
  for (let at = 0; at < 5; at += 1)
    await expect(limit.attempt({ ...who, ip: addressOf(at), namedBy })).rejects.toThrow('Too many')
  await expect(limit.attempt({ ...who, ip: addressOf(9) })).resolves.toBeDefined()
})

test('a key that names the known networks of an account gets two attempts there, not one for each', async () => {
  const [email, within] = [newEmail(), randomUUID()]
  const known = [1, 2, 3, 4].map((at) => ({ email, within, ip: addressOf(at) }))
  for (const who of known) await limit.remember(who)
  const namedBy = `key_${randomUUID()}`
  const results = await Promise.allSettled(known.map((who) => limit.attempt({ ...who, namedBy })))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  const unnamed = { email, within, ip: addressOf(5) }
  await limit.remember(unnamed)
  await expect(limit.attempt(unnamed)).resolves.toBeDefined()
})
