import { randomUUID } from 'node:crypto'
import { createClient } from '@plinth/client'
import { finishSso, finishSsoProof, getDevUser, startSsoProof } from '@plinth/contract'
import { changeRows } from './change-rows.ts'
import type { SsoCase } from './sso-case.ts'
import type { SsoSetup } from './sso-setup.ts'

type Claims = Record<string, unknown>

const CORE = 'OpenID Connect Core 1.0 §'
const seconds = () => Math.floor(Date.now() / 1000)

/** A person who signed in with the provider, and what they can do. */
async function openPerson({ signIn, address }: SsoSetup) {
  const sub = randomUUID()
  const person = { sub, email: `${sub}@corp.test`, email_verified: true }
  const { token = null, detail } = await signIn({ person })
  if (token === null) throw new Error(`a good sign-in is refused: ${detail}`)
  const client = createClient({
    baseUrl: address,
    token: () => token,
    warn: () => undefined,
    retries: 0,
  })
  return { person, client }
}

type Opened = Awaited<ReturnType<typeof openPerson>>

const start = ({ client }: Opened) => client.call(startSsoProof, { body: {} })

async function finish({ client }: Opened, body: { handle: string; query: string }) {
  try {
    await client.call(finishSsoProof, { body })
    return { succeeded: true, detail: 'proved' }
  } catch (error) {
    return { succeeded: false, detail: (error as Error).message }
  }
}

/** The query of a provider that asked the person just now, unless claims say otherwise. */
const answer = ({ provider }: SsoSetup, { person }: Opened, url: string, claims: Claims = {}) =>
  provider.authorize(url, { person: { ...person, auth_time: seconds() + 1, ...claims } })

/** A proof that a well-behaved provider answers must be accepted, or the refusals show nothing. */
export async function checkGoodProof(setup: SsoSetup): Promise<string[]> {
  const opened = await openPerson(setup)
  const { url, handle } = await start(opened)
  const { succeeded, detail } = await finish(opened, {
    handle,
    query: answer(setup, opened, url),
  })
  return succeeded ? [] : [`a good proof is refused: ${detail}`]
}

const TIMES: readonly (readonly [name: string, standard: string, time: () => unknown])[] = [
  ['without the time of the sign-in', `${CORE}3.1.2.1 (max_age)`, () => undefined],
  ['with a sign-in of an hour ago', `${CORE}3.1.3.7 (13)`, () => seconds() - 3600],
  ['with a sign-in just before it', `${CORE}3.1.3.7 (13)`, () => seconds() - 30],
  ['with a sign-in in the future', `${CORE}2 (auth_time)`, () => seconds() + 120],
  ['with a time that is a text', 'RFC 7519 §2 (NumericDate)', () => String(seconds() + 1)],
  ['with a time that is null', 'RFC 7519 §2 (NumericDate)', () => null],
]

const timeCases: readonly SsoCase[] = TIMES.map(([name, standard, time]) => ({
  name: `a proof ${name}`,
  standard,
  guard: 'answer',
  async attempt(setup) {
    const opened = await openPerson(setup)
    const { url, handle } = await start(opened)
    const query = answer(setup, opened, url, { auth_time: time() })
    return finish(opened, { handle, query })
  },
}))

/** Proofs for a session that the provider has not been asked for. */
export const proofCases: readonly SsoCase[] = [
  ...timeCases,
  {
    name: 'a proof request without prompt and max_age',
    standard: `${CORE}3.1.2.1 (prompt)`,
    guard: 'answer',
    async attempt(setup) {
      const { searchParams } = new URL((await start(await openPerson(setup))).url)
      const isAsked = searchParams.get('prompt') === 'login' && searchParams.get('max_age') === '0'
      return { succeeded: !isAsked, detail: String(searchParams) }
    },
  },
  {
    name: 'a proof of another person of the provider',
    standard: `${CORE}3.1.2.1 (id_token_hint)`,
    guard: 'person',
    async attempt(setup) {
      const [victim, attacker] = [await openPerson(setup), await openPerson(setup)]
      const { url, handle } = await start(victim)
      return finish(victim, { handle, query: answer(setup, attacker, url) })
    },
  },
  {
    name: 'a proof that another session began',
    standard: 'RFC 9700 §4.7.1 (bound to the user agent)',
    guard: 'proof',
    async attempt(setup) {
      const [own, other] = [await openPerson(setup), await openPerson(setup)]
      const { url, handle } = await start(other)
      return finish(own, { handle, query: answer(setup, own, url) })
    },
  },
  {
    name: 'the answer of a sign-in as a proof',
    standard: 'RFC 9700 §4.5 (injection into another flow)',
    guard: 'proof',
    async attempt(setup) {
      const opened = await openPerson(setup)
      const { url, handle } = await setup.begin()
      return finish(opened, { handle, query: answer(setup, opened, url) })
    },
  },
  {
    name: 'the same proof twice (replay)',
    standard: 'RFC 9700 §4.2.4',
    guard: 'proof',
    async attempt(setup) {
      const opened = await openPerson(setup)
      const { url, handle } = await start(opened)
      const query = answer(setup, opened, url)
      await finish(opened, { handle, query })
      return finish(opened, { handle, query })
    },
  },
  {
    name: 'a proof after its time',
    standard: 'RFC 9700 §4.2.4',
    guard: 'proof',
    async attempt(setup) {
      const opened = await openPerson(setup)
      const { url, handle } = await start(opened)
      const query = answer(setup, opened, url)
      await changeRows(setup, 'update sso_transaction set expires_at = now()')
      return finish(opened, { handle, query })
    },
  },
  {
    name: 'a proof that opens a session',
    standard: 'RFC 9700 §4.5 (injection into another flow)',
    guard: 'transaction',
    async attempt(setup) {
      const opened = await openPerson(setup)
      const { url, handle } = await start(opened)
      const query = answer(setup, opened, url)
      try {
        await setup.client.call(finishSso, { body: { handle, query } })
        return { succeeded: true, detail: 'signed in' }
      } catch (error) {
        return { succeeded: false, detail: (error as Error).message }
      }
    },
  },
]

const METHODS: readonly (readonly [name: string, amr: unknown])[] = [
  ['no methods', undefined],
  ['a password alone', ['pwd']],
  ['a PIN and a question', ['pin', 'kba']],
  ['a code alone', ['otp']],
  ['a code by SMS', ['otp', 'sms']],
  ['a key in software alone', ['swk']],
  ['the place and the risk', ['geo', 'rba']],
  ['a text instead of a list', 'mfa'],
  ['another case', ['MFA']],
  ['a list in a list', [['mfa']]],
  ['an object', { 0: 'mfa', length: 1 }],
]

/** Sign-ins without a second factor where the organisation requires one. */
export const secondFactorCases: readonly SsoCase[] = METHODS.map(([name, amr]) => ({
  name: `a second factor by ${name}`,
  standard: 'RFC 8176 §2 (amr values)',
  guard: 'second factor',
  async attempt(setup) {
    await changeRows(setup, 'update organisation set two_factor_required = true')
    try {
      const sub = randomUUID()
      const person = { sub, email: `${sub}@corp.test`, email_verified: true, amr }
      const { token = null, detail } = await setup.signIn({ person })
      if (token === null) throw new Error(`a good sign-in is refused: ${detail}`)
      const client = createClient({ baseUrl: setup.address, token: () => token, retries: 0 })
      const { mustSetUpTwoFactor } = await client.call(getDevUser)
      return { succeeded: !mustSetUpTwoFactor, detail: `must set it up: ${mustSetUpTwoFactor}` }
    } finally {
      await changeRows(setup, 'update organisation set two_factor_required = false')
    }
  },
}))
