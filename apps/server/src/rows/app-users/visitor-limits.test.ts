import {
  changeUserPassword,
  createRow,
  requestUserReset,
  signUpUser,
  verifyUser,
} from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { signUp } from '../../app/testing/app-tables.ts'
import {
  ATTEMPTS,
  clientFor,
  newAddress,
  newEmail,
  type Sender,
  statusOf,
  useVisitors,
  WRONG,
} from './testing/use-visitors.ts'

/** One attempt more than a network has for an account. */
const LIMITED = [...Array<number>(ATTEMPTS).fill(401), 429]

async function inTurn(act: (number: number) => Promise<unknown>): Promise<unknown[]> {
  const statuses: unknown[] = []
  for (let number = 0; number <= ATTEMPTS; number += 1) statuses.push(await statusOf(act(number)))
  return statuses
}

describe.each(['sqlite3', 'postgres'] as const)('limits per visitor on %s', (database) => {
  const { app, at, enter } = useVisitors(database)
  const from = (address: string): Sender => ({ address, serverKey: app.serverKey })

  test('a visitor who guesses locks out no other visitor', async () => {
    const { email, password } = await signUp(app.projectId)
    const guesser = from(newAddress())
    expect(await inTurn(() => enter(guesser, { email }))).toEqual(LIMITED)
    expect(await statusOf(enter(from(newAddress()), { email, password }))).toBe(200)
  })

  test('the header of a caller without a key is ignored', async () => {
    const email = newEmail()
    const guess = () => enter({ headers: { 'X-Plinth-Visitor-Address': newAddress() } }, { email })
    expect(await inTurn(guess)).toEqual(LIMITED)
  })

  test('a key as the bearer token names nobody', async () => {
    const email = newEmail()
    const guess = () => {
      const headers = { 'X-Plinth-Visitor-Address': newAddress() }
      return enter({ token: app.serverKey, headers }, { email })
    }
    expect(await inTurn(guess)).toEqual(LIMITED)
  })

  test('addresses of one IPv6 network count as one visitor', async () => {
    const email = newEmail()
    const network = database === 'sqlite3' ? '2001:db8:a:1' : '2001:db8:b:1'
    expect(await inTurn((host) => enter(from(`${network}::${host}`), { email }))).toEqual(LIMITED)
  })

  test('an IPv4 address counts the same when it is written as IPv6', async () => {
    const email = newEmail()
    const address = newAddress()
    const spellings = [address, `::ffff:${address}`, `::FFFF:${address}`]
    const guess = (number: number) => enter(from(spellings[number % 3] ?? ''), { email })
    expect(await inTurn(guess)).toEqual(LIMITED)
  })

  test('a leaked key does not lift the limit of an account', async () => {
    const { email, password } = await signUp(app.projectId)
    const guess = () => statusOf(enter(from(newAddress()), { email }))
    for (let tries = 0; tries < ATTEMPTS * 2; tries += 1) expect(await guess()).toBe(401)
    expect(await guess()).toBe(429)
    expect(await statusOf(enter(from(newAddress()), { email, password }))).toBe(429)
  })

  test.each<[string, (sender: Sender) => Promise<unknown>]>([
    [
      'new accounts',
      (sender) =>
        // A known password is refused after the attempt was counted.
        clientFor(sender).call(signUpUser, {
          ...at(),
          body: { email: newEmail(), password: 'password123' },
        }),
    ],
    [
      'new rows of an Auth table',
      (sender) =>
        clientFor(sender).call(createRow, {
          ...at(),
          body: { email: newEmail(), password: 'password123' },
        }),
    ],
    [
      'mails',
      (sender) =>
        clientFor(sender).call(requestUserReset, { ...at(), body: { email: newEmail() } }),
    ],
  ])('%s are counted by visitor', async (_, act) => {
    const eager = from(newAddress())
    const calls = Array.from({ length: ATTEMPTS * 20 + 1 }, () => statusOf(act(eager)))
    expect((await Promise.all(calls)).filter((status) => status === 429)).toHaveLength(1)
    expect(await statusOf(act(from(newAddress())))).not.toBe(429)
  })

  test('links for one account are counted for all visitors that a key names', async () => {
    const { email } = await signUp(app.projectId)
    const ask = (sender: Sender, endpoint: typeof requestUserReset | typeof verifyUser) =>
      statusOf(clientFor(sender).call(endpoint, { ...at(), body: { email } }))
    for (let asked = 0; asked < ATTEMPTS; asked += 1)
      for (const endpoint of [requestUserReset, verifyUser])
        expect(await ask(from(newAddress()), endpoint)).toBe(200)
    for (const endpoint of [requestUserReset, verifyUser]) {
      expect(await ask(from(newAddress()), endpoint)).toBe(429)
      // The user has signed up from here.
      expect(await ask({}, endpoint)).toBe(200)
    }
  })

  test('the current password is counted by visitor', async () => {
    const { token } = await signUp(app.projectId)
    const body = { currentPassword: WRONG, password: 'another password' }
    const change = (address: string) =>
      clientFor({ ...from(address), token }).call(changeUserPassword, { ...at(), body })
    const thief = newAddress()
    expect(await inTurn(() => change(thief))).toEqual([...Array<number>(ATTEMPTS).fill(422), 429])
    expect(await statusOf(change(newAddress()))).toBe(422)
  })
})
