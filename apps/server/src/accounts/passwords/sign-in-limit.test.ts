import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningServer } from '../../app/startup/start-server.ts'
import { appConfiguration, newApp, signUp } from '../../app/testing/app-tables.ts'
import { newStaff, withPlatform } from '../../app/testing/people.ts'
import { startBeside } from '../../app/testing/start-beside.ts'
import { codeOf, turnOnTwoFactor } from '../../app/testing/two-factor.ts'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { newToken } from './new-token.ts'

let homes = 0
/** A network that only one test uses, because addresses have their own limit. */
function newHome(): (host: number) => string {
  homes += 1
  const network = `192.0.${homes}`
  return (host) => `${network}.${host}`
}

let server: RunningServer
beforeAll(async () => {
  server = await startBeside({ PLINTH_TRUST_PROXY: '1' })
})
afterAll(() => server.stop())

/** An address in a separate network; the proxy appends the real address to what the caller sends. */
function rotating(number: number): string {
  const own = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
  return `${own}, 192.0.1.10, 100.${64 + (number >> 8)}.${number & 255}.7`
}

interface Account {
  email: string
  password: string
  code?: string
}

async function post(path: string, { from, body }: { from: string; body: unknown }) {
  const answer = await fetch(`${server.address}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': from,
      'user-agent': randomUUID(),
    },
    body: JSON.stringify(body),
  })
  const wait = Number(answer.headers.get('retry-after'))
  return { status: answer.status, wait, text: await answer.text() }
}

const enter = (from: string, { email, password, code }: Account) =>
  post('/auth/login', { from, body: { email, password, ...(code && { code }) } })

/** Counts the statuses of many calls, some of them concurrent. */
async function countStatuses(
  calls: number,
  { atOnce, call }: { atOnce: number; call: (number: number) => Promise<{ status: number }> },
): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {}
  for (let start = 0; start < calls; start += atOnce) {
    const answers = await Promise.all(Array.from({ length: atOnce }, (_, at) => call(start + at)))
    for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1
  }
  return statuses
}

/**
 * Most calls are rejected unchecked: all but ten, and one more for each delay of 1, 2, 4 … minutes that has ended
 * since `startedAt`.
 */
function expectTenChecked(statuses: Record<number, number>, startedAt: number): void {
  const minutes = (Date.now() - startedAt) / 60_000
  const { 401: checked = 0, 429: rejected = 0, ...others } = statuses
  expect(others).toEqual({})
  expect(rejected).toBeGreaterThan(0)
  expect(checked).toBeGreaterThanOrEqual(10)
  expect(checked).toBeLessThanOrEqual(10 + Math.floor(Math.log2(minutes + 1)))
}

const wrong = ({ email }: { email: string }) => ({ email, password: 'not the password' })

/** Moves an account's failures into the past. */
const forward = (email: string, seconds: number) =>
  withPlatform((client) =>
    client.query(
      `update sign_in_failure set retry_at = retry_at - make_interval(secs => $2),
        ends_at = ends_at - make_interval(secs => $2) where account = sha256(convert_to($1, 'UTF8'))`,
      [email, seconds],
    ),
  )

describe('many wrong passwords (R30)', () => {
  test('a thousand from rotating addresses: ten are checked, and the owner can always sign in', async () => {
    const [owner, home] = [await newStaff(), newHome()]
    expect((await enter(home(1), owner)).status).toBe(200)
    const entered: number[] = []
    const startedAt = Date.now()
    const statuses = await countStatuses(1_000, {
      atOnce: 100,
      call: async (number) => {
        if (number % 100 === 0) entered.push((await enter(home(99), owner)).status)
        return enter(rotating(number), wrong(owner))
      },
    })
    expectTenChecked(statuses, startedAt)
    expect(entered).toEqual(Array(10).fill(200))
  }, 120_000)

  test.each([
    { name: 'an account', email: async () => (await newStaff()).email },
    { name: 'an email that nobody has', email: async () => `${randomUUID()}@example.com` },
  ])('a hundred concurrent ones for $name: ten are checked', async ({ email }) => {
    const account = { email: await email() }
    const startedAt = Date.now()
    const statuses = await countStatuses(100, {
      atOnce: 100,
      call: (number) => enter(rotating(number), wrong(account)),
    })
    expectTenChecked(statuses, startedAt)
  })

  test('a hundred concurrent ones from a known network: five are checked', async () => {
    const [owner, home] = [await newStaff(), newHome()]
    await enter(home(1), owner)
    const statuses = await countStatuses(100, {
      atOnce: 100,
      call: (number) => enter(home(number), wrong(owner)),
    })
    expect(statuses).toEqual({ 401: 5, 429: 95 })
  })

  test('other spellings of the email count for the same account', async () => {
    const { email } = await newStaff()
    const spellings = [email.toUpperCase(), ` ${email} `, email.replaceAll('e', 'ｅ'), email]
    const statuses = await countStatuses(40, {
      atOnce: 10,
      call: (number) => enter(rotating(number), wrong({ email: spellings[number % 4] ?? '' })),
    })
    expect(statuses[401]).toBeLessThanOrEqual(10)
  })
})

test('the delay doubles up to 15 minutes, and is reset after an hour without a failure', async () => {
  const { email } = await newStaff()
  let number = 0
  const fail = () => {
    number += 1
    return enter(rotating(number), wrong({ email }))
  }
  for (let failure = 0; failure < 10; failure += 1) expect((await fail()).status).toBe(401)
  for (const seconds of [60, 120, 240, 480, 900, 900]) {
    const { status, wait, text } = await fail()
    expect(status).toBe(429)
    expect(wait).toBeGreaterThan(seconds - 30)
    expect(wait).toBeLessThanOrEqual(seconds)
    expect(text).toContain(`Try again in ${seconds / 60} minute`)
    await forward(email, seconds)
    expect((await fail()).status).toBe(401)
  }
  await forward(email, 3_600)
  for (let failure = 0; failure < 10; failure += 1) expect((await fail()).status).toBe(401)
})

test('a new network can sign in after the delay, and is known from then on', async () => {
  const owner = await newStaff()
  const tenWrong = (from: number) =>
    countStatuses(10, { atOnce: 10, call: (at) => enter(rotating(from + at), wrong(owner)) })
  await tenWrong(0)
  const since = performance.now()
  expect((await enter('198.51.100.1', owner)).status).toBe(429)
  expect(performance.now() - since).toBeGreaterThanOrEqual(490)
  await forward(owner.email, 60)
  expect((await enter('198.51.100.1', owner)).status).toBe(200)
  await tenWrong(10)
  expect((await enter('198.51.100.1', owner)).status).toBe(200)
  await withPlatform((client) =>
    client.query(
      `update sign_in_network set used_at = now() - interval '91 days'
       where account = sha256(convert_to($1, 'UTF8'))`,
      [owner.email],
    ),
  )
  await tenWrong(20)
  expect((await enter('198.51.100.1', owner)).status).toBe(429)
})

test('using a mailed link makes its network known', async () => {
  const owner = await newStaff()
  const [from, token, password] = ['198.51.100.33', newToken(), 'another word of mine']
  await withPlatform((client) =>
    client.query(
      `insert into password_reset (token_hash, staff_id, expires_at)
       values ($1, $2, now() + interval '1 hour')`,
      [hashToken(token), owner.id],
    ),
  )
  for (let number = 0; number < 10; number += 1) await enter(rotating(number), wrong(owner))
  expect((await enter(from, owner)).status).toBe(429)
  expect((await post('/auth/reset-password', { from, body: { token, password } })).status).toBe(200)
  expect((await enter(from, { ...owner, password })).status).toBe(200)
  expect((await enter(rotating(10), { ...owner, password })).status).toBe(429)
})

test('an account has at most 20 known networks, the newest', async () => {
  const owner = await newStaff()
  for (let number = 0; number < 24; number += 1)
    expect((await enter(`100.64.${number}.1`, owner)).status).toBe(200)
  const known = await withPlatform(async (client) => {
    const { rows } = await client.query(
      `select prefix from sign_in_network where account = sha256(convert_to($1, 'UTF8'))`,
      [owner.email],
    )
    return rows.map(({ prefix }) => String(prefix))
  })
  expect(known).toHaveLength(20)
  expect(known).toContain('100.64.23.0/24')
  expect(known).not.toContain('100.64.0.0/24')
})

describe('wrong second-factor codes (R30)', () => {
  async function prepare() {
    const [owner, home] = [await newStaff(), newHome()]
    await enter(home(1), owner)
    return { owner, home, ...(await turnOnTwoFactor(owner)) }
  }

  test('a thousand from rotating addresses: at most ten are checked, and the owner can always sign in', async () => {
    const { owner, home, recoveryCodes } = await prepare()
    const entered: number[] = []
    const statuses = await countStatuses(1_000, {
      atOnce: 100,
      call: async (number) => {
        const [code] = number % 200 === 0 ? recoveryCodes.splice(0, 1) : []
        if (code) entered.push((await enter(home(77), { ...owner, code })).status)
        const guess = number % 2 ? String(randomInt(1_000_000)).padStart(6, '0') : 'aaaa-bbbb-cccc'
        return enter(rotating(number), { ...owner, code: guess })
      },
    })
    expect(statuses).toEqual({ 401: 5, 429: 995 })
    expect(entered).toEqual([200, 200, 200, 200, 200])
  }, 120_000)

  test('at most ten per hour, also from a known network', async () => {
    const { owner, home, secret } = await prepare()
    const statuses: Record<number, number> = {}
    for (let number = 0; number < 12; number += 1) {
      // Known networks of the owner, so that the limit per network does not apply.
      const from = `203.0.${number}.1`
      await withPlatform((client) =>
        client.query(
          `insert into sign_in_network (account, prefix) values (sha256(convert_to($1, 'UTF8')), $2)`,
          [owner.email, `203.0.${number}.0/24`],
        ),
      )
      const { status } = await enter(from, { ...owner, code: 'aaaa-bbbb-cccc' })
      statuses[status] = (statuses[status] ?? 0) + 1
    }
    expect(statuses).toEqual({ 401: 10, 429: 2 })
    expect((await enter(home(1), { ...owner, code: codeOf(secret) })).status).toBe(429)
  })
})

describe('app users (R30)', () => {
  test('are limited per account and table, and their sign-up network is known', async () => {
    const projectId = await newApp(await newStaff(), appConfiguration('postgres'))
    const user = await signUp(projectId)
    const path = (table: string) => `/api/auth/${table}/sign-in?$projectId=${projectId}`
    const { email, password } = user
    const home = { from: newHome()(1), body: { email, password } }
    expect((await post(path('people'), home)).status).toBe(200)
    const startedAt = Date.now()
    const statuses = await countStatuses(200, {
      atOnce: 100,
      call: (number) => post(path('people'), { from: rotating(number), body: wrong(user) }),
    })
    expectTenChecked(statuses, startedAt)
    expect((await post(path('people'), home)).status).toBe(200)
    const elsewhere = { from: rotating(300), body: wrong(user) }
    expect((await post(path('people'), elsewhere)).status).toBe(429)
    expect((await post(path('members'), elsewhere)).status).toBe(401)
  }, 120_000)
})
