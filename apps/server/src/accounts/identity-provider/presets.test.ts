import { randomUUID } from 'node:crypto'
import { PROVIDER_PRESETS } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { writeAuthorizationUrl } from './ask-provider.ts'
import type { Spoiled } from './testing/stub.ts'
import { CALLBACK, presetOf, useStub } from './testing/use-stub.ts'

const { stub, log, signIn } = useStub()

describe('the documented answers of', () => {
  test.each([
    ['Google', '10769150350006150715113082367'],
    ['Microsoft', 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ'],
    ['Okta', '00uid4BxXw6I6TV4m0g3'],
    ['Keycloak', 'f6a5dbbe-b27c-4d8d-a1b2-8a8f8b4d5a33'],
    ['GitHub', '1'],
    ['Apple', '001234.5b3a3bdf9c0b4f049c1471cae1cd1d8d.0001'],
    ['Discord', '80351110224678912'],
  ])('%s name a person with a checked address', async (name, subject) => {
    const { issuer } = stub().providerOf(presetOf(name))
    expect(await signIn(name)).toMatchObject({
      ...{ issuer, subject, verifiedEmail: 'ada@corp.test' },
      firstName: name === 'Apple' ? 'ada' : 'Ada',
      lastName: name === 'Apple' ? 'Member' : 'Lovelace',
    })
  })

  test('every preset are repeated', () => {
    expect(PROVIDER_PRESETS.map(({ name }) => name)).toHaveLength(7)
  })

  test('Okta say that it asked for a second factor', async () => {
    expect(await signIn('Okta')).toMatchObject({ hasSecondFactor: true })
  })
})

const EMAILS = 'api.github.com/user/emails'
const emails = (...list: unknown[]): Spoiled => ({ [EMAILS]: { body: list } })
const mine = { email: 'ada@corp.test', verified: true, primary: true }

describe('without a checked address, the profile has none', () => {
  test.each<[string, string, Spoiled]>([
    ['GitHub', 'the primary address is not checked', emails({ ...mine, verified: false })],
    ['GitHub', 'only another address is checked', emails({ ...mine, primary: false })],
    ['GitHub', 'there is no address', emails()],
    ['GitHub', 'there are two primary addresses', emails(mine, { ...mine, email: 'b@corp.test' })],
    ['GitHub', 'the word on it is a number', emails({ ...mine, verified: 1 })],
    [
      'Discord',
      'it is not checked',
      { 'discord.com/api/users/@me': { body: { id: '1', email: 'a@corp.test', verified: false } } },
    ],
    [
      'Discord',
      'there is no word on it',
      { 'discord.com/api/users/@me': { body: { id: '1', email: 'a@corp.test' } } },
    ],
  ])('%s: %s', async (name, _what, spoiled) => {
    await stub().spoil(spoiled)
    expect(await signIn(name)).toMatchObject({ verifiedEmail: null })
  })

  test('a provider of which no claim has that meaning', async () => {
    expect(await signIn('GitHub', { preset: { verifiedClaim: null } })).toMatchObject({
      ...{ subject: '1', verifiedEmail: null },
    })
  })
})

test('asks for PKCE and state, and for a nonce where an ID token answers it [RFC 9700 §2.1.1]', async () => {
  for (const preset of PROVIDER_PRESETS) {
    const provider = stub().providerOf(preset)
    const asked = { provider, handle: randomUUID(), callback: CALLBACK }
    const { searchParams } = new URL(await writeAuthorizationUrl(asked, log))
    expect(searchParams.get('code_challenge_method')).toBe('S256')
    expect(searchParams.get('state')).toMatch(/^[\w-]{43}$/)
    expect(searchParams.has('nonce')).toBe(preset.endpoints === null)
    expect(searchParams.get('response_mode')).toBe(preset.name === 'Apple' ? 'form_post' : null)
    expect(searchParams.get('scope')).toBe(preset.scope)
  }
})
