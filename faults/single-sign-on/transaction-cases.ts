import { randomBytes } from 'node:crypto'
import { deriveValues } from '../../apps/server/src/accounts/identity-provider/sso-handle.ts'
import { changeRows } from './change-rows.ts'
import { endedWell, type SsoCase, spoiled } from './sso-case.ts'

const changed = (name: string, standard: string, change: string): SsoCase => ({
  name,
  standard,
  guard: 'transaction',
  async attempt(setup) {
    const { handle, url } = await setup.begin()
    const query = setup.provider.authorize(url)
    await changeRows(setup, `update sso_transaction set ${change}`)
    return endedWell(await setup.end({ handle, query }))
  },
})

/** Answers for sign-ins that were not begun, or have ended. */
export const transactionCases: readonly SsoCase[] = [
  changed('an answer after the time of the sign-in', 'RFC 9700 §4.2.4', `expires_at = now()`),
  changed(
    'an answer of a provider that was replaced',
    'RFC 9700 §4.4.2',
    `issuer = 'https://old.example'`,
  ),
  {
    name: 'the same answer twice (replay)',
    standard: 'RFC 9700 §4.2.4',
    guard: 'transaction',
    async attempt({ begin, end, provider }) {
      const { handle, url } = await begin()
      const query = provider.authorize(url)
      await end({ handle, query })
      return endedWell(await end({ handle, query }))
    },
  },
  {
    name: 'an answer that failed, once more',
    standard: 'RFC 6749 §10.5',
    guard: 'transaction',
    async attempt({ begin, end, provider }) {
      const { handle, url } = await begin()
      await end({
        handle,
        query: provider.authorize(url, { query: (good) => good.delete('code') }),
      })
      return endedWell(await end({ handle, query: provider.authorize(url) }))
    },
  },
  {
    name: 'a handle that the product did not make',
    standard: 'RFC 9700 §4.7.1',
    guard: 'transaction',
    async attempt({ begin, end, provider }) {
      const handle = randomBytes(32).toString('base64url')
      const { state, nonce } = deriveValues(handle)
      const url = new URL((await begin()).url)
      url.searchParams.set('state', state)
      url.searchParams.set('nonce', nonce)
      return endedWell(
        await end({ handle, query: provider.authorize(url.href, { ignoresPkce: true }) }),
      )
    },
  },
]

const TARGETS = [
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '\\\\evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  'data:text/html,hello',
]

/** Pages of other hosts to which the console would lead after the sign-in. */
export const redirectCases: readonly SsoCase[] = TARGETS.map((target) => ({
  name: `the redirect ${JSON.stringify(target)}`,
  standard: 'RFC 9700 §4.11.1 (open redirectors)',
  guard: 'redirect',
  async attempt({ begin, end, provider }) {
    try {
      const { handle, url } = await begin(target)
      const { redirect = '' } = await end({ handle, query: provider.authorize(url) })
      const opened = new URL(redirect, 'http://console.test')
      return { succeeded: opened.origin !== 'http://console.test', detail: opened.href }
    } catch (error) {
      return { succeeded: false, detail: (error as Error).message }
    }
  },
}))

/** Calls of the product to addresses that the provider chooses. */
export const outboundCases: readonly SsoCase[] = [
  spoiled({
    name: 'user info at a private address that the operator did not name',
    standard: 'R24 (SSRF by metadata)',
    guard: 'outbound',
    spoil: { person: { sub: 'inside', email: undefined, email_verified: undefined } },
  }),
  spoiled({
    name: 'a token endpoint that redirects',
    standard: 'R23 (codes and secrets stay with the provider)',
    guard: 'outbound',
    spoil: { redirects: true },
  }),
]
