import type { Spoil } from './hostile-provider.ts'
import { endedWell, type SsoCase, spoiled } from './sso-case.ts'

type Claims = Record<string, unknown>
type Row = readonly [name: string, standard: string, spoil: Spoil]

const CORE = 'OpenID Connect Core 1.0 §'
const seconds = () => Math.floor(Date.now() / 1000)
const change = (changed: Claims | (() => Claims)): Spoil => ({
  claims: (good) => ({ ...good, ...(typeof changed === 'function' ? changed() : changed) }),
})

const CLAIMS: readonly Row[] = [
  ['an ID token of another issuer', `${CORE}3.1.3.7 (2)`, change({ iss: 'https://evil.example' })],
  [
    'an issuer with a slash more',
    `${CORE}3.1.3.7 (2)`,
    { claims: (good) => ({ ...good, iss: `${good.iss}/` }) },
  ],
  ['no issuer', `${CORE}2`, change({ iss: undefined })],
  ['an ID token for another client', `${CORE}3.1.3.7 (3)`, change({ aud: 'another' })],
  ['an audience in another case', `${CORE}3.1.3.7 (3)`, change({ aud: 'PLINTH' })],
  ['a list of other audiences', `${CORE}3.1.3.7 (3)`, change({ aud: ['another', 'third'] })],
  ['no audience', `${CORE}2`, change({ aud: undefined })],
  ['two audiences without azp', `${CORE}3.1.3.7 (4)`, change({ aud: ['plinth', 'another'] })],
  [
    'two audiences, authorized for the other',
    `${CORE}3.1.3.7 (5)`,
    change({ aud: ['plinth', 'another'], azp: 'another' }),
  ],
  ['an authorized party that is another client', `${CORE}3.1.3.7 (5)`, change({ azp: 'another' })],
  ['a list of issuers', 'RFC 7519 §4.1.1 (StringOrURI)', change({ iss: ['https://evil.example'] })],
  ['an audience that is a number', 'RFC 7519 §4.1.3 (StringOrURI)', change({ aud: 7 })],
  ['a time of issue that is a text', 'RFC 7519 §4.1.6 (NumericDate)', change({ iat: 'today' })],
  ['a list of nonces', `${CORE}2 (nonce)`, change({ nonce: ['another'] })],
  ['no nonce', `${CORE}3.1.3.7 (11)`, change({ nonce: undefined })],
  ['the nonce of another sign-in', `${CORE}15.5.2`, change({ nonce: 'another' })],
  ['an empty nonce', `${CORE}3.1.3.7 (11)`, change({ nonce: '' })],
  ['an expired ID token', `${CORE}3.1.3.7 (9)`, change(() => ({ exp: seconds() - 61 }))],
  ['no expiry', `${CORE}2`, change({ exp: undefined })],
  ['an expiry that is a text', 'RFC 7519 §2 (NumericDate)', change({ exp: '9999999999' })],
  ['an ID token of the future', `${CORE}3.1.3.7 (10)`, change(() => ({ iat: seconds() + 90 }))],
  ['no time of issue', `${CORE}2`, change({ iat: undefined })],
  ['an ID token that is not valid yet', 'RFC 7519 §4.1.5', change(() => ({ nbf: seconds() + 90 }))],
  ['no subject', `${CORE}2`, change({ sub: undefined })],
  ['an empty subject', `${CORE}2`, change({ sub: '' })],
  ['a subject that is a number', `${CORE}2`, change({ sub: 7 })],
  ['a subject of 256 characters', `${CORE}2`, change({ sub: 'x'.repeat(256) })],
  ['a subject with a line break', `${CORE}2 (ASCII)`, change({ sub: 'a\nb' })],
  ['a critical extension', 'RFC 7515 §4.1.11', { header: { crit: ['exp'] } }],
]

const ANSWERS: readonly Row[] = [
  ['no ID token', `${CORE}3.1.3.3`, { answer: ({ id_token: _dropped, ...rest }) => rest }],
  [
    'an ID token that is no JWT',
    'RFC 7519 §7.2',
    { answer: (good) => ({ ...good, id_token: 'text' }) },
  ],
  [
    'an ID token of two parts',
    'RFC 7515 §3.1',
    { token: (good) => good.split('.').slice(0, 2).join('.') },
  ],
  [
    'an encrypted ID token that was not asked for',
    'RFC 7516 §3.1',
    { token: (good) => `${good}.a.b` },
  ],
  ['no access token', 'RFC 6749 §5.1', { answer: ({ access_token: _dropped, ...rest }) => rest }],
  [
    'an access token that is a number',
    'RFC 6749 §5.1 (access_token)',
    { answer: (good) => ({ ...good, access_token: 7 }) },
  ],
  [
    'an empty access token',
    'RFC 6749 Appendix A.12',
    { answer: (good) => ({ ...good, access_token: '' }) },
  ],
  [
    'no type of the token',
    'RFC 6749 §5.1 (token_type)',
    { answer: ({ token_type: _dropped, ...rest }) => rest },
  ],
  [
    'a scope that is a number',
    'RFC 6749 §5.1 (scope)',
    { answer: (good) => ({ ...good, scope: 7 }) },
  ],
  [
    'a refresh token that is a number',
    'RFC 6749 §5.1 (refresh_token)',
    { answer: (good) => ({ ...good, refresh_token: 7 }) },
  ],
  [
    'another type of token',
    'RFC 6749 §7.1',
    { answer: (good) => ({ ...good, token_type: 'mac' }) },
  ],
]

const set = (name: string, value: string): Spoil => ({ query: (good) => good.set(name, value) })
const drop = (name: string): Spoil => ({ query: (good) => good.delete(name) })
const twice = (name: string): Spoil => ({
  query: (good) => good.append(name, good.get(name) ?? ''),
})

const QUERIES: readonly Row[] = [
  ['no state', 'RFC 9700 §4.7.1', drop('state')],
  ['another state', 'RFC 9700 §4.7.1', set('state', 'another')],
  ['an empty state', 'RFC 9700 §4.7.1', set('state', '')],
  ['two states', 'RFC 6749 §3.1', twice('state')],
  ['no iss although it is announced', 'RFC 9207 §2.4', drop('iss')],
  ['the iss of another provider (mix-up)', 'RFC 9700 §4.4.2.1', set('iss', 'https://evil.example')],
  [
    'an iss with a slash more',
    'RFC 9207 §2.4 (simple comparison)',
    { query: (good) => good.set('iss', `${good.get('iss')}/`) },
  ],
  ['two issuers', 'RFC 6749 §3.1', twice('iss')],
  ['no code', 'RFC 6749 §4.1.2', drop('code')],
  ['an empty code', 'RFC 6749 Appendix A.11', set('code', '')],
  ['two codes', 'RFC 6749 §3.1', twice('code')],
  ['an error beside a code', 'RFC 6749 §4.1.2.1', set('error', 'access_denied')],
  ['an ID token in the query', 'RFC 9700 §2.1.2', set('id_token', 'a.b.c')],
  ['an answer as a JWT that was not asked for', 'JARM §2.4', set('response', 'a.b.c')],
]

const rows = (list: readonly Row[], guard: string): SsoCase[] =>
  list.map(([name, standard, spoil]) => spoiled({ name, standard, spoil, guard }))

/** Answers that are mixed between two sign-ins. */
const MIXED: readonly SsoCase[] = [
  {
    name: "the attacker's answer in the victim's browser (login CSRF)",
    standard: 'RFC 9700 §4.7',
    guard: 'answer',
    async attempt({ begin, end, provider }) {
      const [victim, attacker] = [await begin(), await begin()]
      const query = provider.authorize(attacker.url, { ignoresPkce: true })
      return endedWell(await end({ handle: victim.handle, query }))
    },
  },
  {
    name: "the victim's code in the attacker's sign-in (code injection)",
    standard: 'RFC 9700 §4.5',
    guard: 'answer',
    async attempt({ begin, end, provider }) {
      const [victim, attacker] = [await begin(), await begin()]
      const stolen = new URLSearchParams(provider.authorize(victim.url, { ignoresPkce: true }))
      const own = new URLSearchParams(provider.authorize(attacker.url))
      own.set('code', stolen.get('code') ?? '')
      return endedWell(await end({ handle: attacker.handle, query: `?${own}` }))
    },
  },
  {
    name: 'an authorization request without PKCE (downgrade)',
    standard: 'RFC 9700 §2.1.1',
    guard: 'answer',
    async attempt({ begin }) {
      const { searchParams } = new URL((await begin()).url)
      const isSafe =
        searchParams.get('code_challenge_method') === 'S256' &&
        /^[\w-]{43}$/.test(searchParams.get('code_challenge') ?? '')
      return { succeeded: !isSafe, detail: String(searchParams) }
    },
  },
]

export const answerCases: readonly SsoCase[] = [
  ...rows(CLAIMS, 'answer'),
  ...rows(ANSWERS, 'answer'),
  ...rows(QUERIES, 'answer'),
  ...MIXED,
]

const SIGNATURES: readonly Row[] = [
  ['an ID token signed with another key', 'RFC 7515 §5.2', { signature: 'other key' }],
  ['an ID token without a signature (alg none)', 'RFC 8725 §3.2', { signature: 'none' }],

  ['HS256 with the client secret', 'RFC 8725 §3.1', { signature: 'HS256 with the client secret' }],
  [
    'HS256 with the public key (algorithm confusion)',
    'RFC 8725 §2.1',
    { signature: 'HS256 with the public key' },
  ],
  ['a removed signature', 'RFC 7515 §5.2', { token: (good) => good.replace(/[^.]*$/, '') }],
  ['a cut signature', 'RFC 7515 §5.2', { token: (good) => good.slice(0, -20) }],
  [
    'another subject after signing',
    'RFC 7515 §5.2',
    {
      token: (good) => {
        const [header, payload = '', signature] = good.split('.')
        const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
        const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'admin' })).toString(
          'base64url',
        )
        return [header, changed, signature].join('.')
      },
    },
  ],
  ['a key that the provider does not publish', 'RFC 7517 §4.5', { header: { kid: 'unknown' } }],
  [
    'a key of its own in the header',
    'RFC 8725 §3.10',
    { signature: 'other key', header: { jwk: { kty: 'RSA', n: 'AQAB', e: 'AQAB' } } },
  ],
  [
    'an address of keys in the header',
    'RFC 8725 §3.10',
    { signature: 'other key', header: { jku: 'http://127.0.0.1:9/keys' } },
  ],
]

export const signatureCases: readonly SsoCase[] = rows(SIGNATURES, 'signature')
