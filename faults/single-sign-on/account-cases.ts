import { randomUUID } from 'node:crypto'
import { ADMIN } from '../stack/stack.ts'
import { endedWell, type SsoCase, spoiled } from './sso-case.ts'

type Person = Record<string, unknown>
type Row = readonly [name: string, standard: string, person: Person]

const UNVERIFIED = 'OpenID Connect Core 1.0 §5.7 (stability and uniqueness of claims)'
const SCOPE = 'PLINTH_OIDC_DOMAINS'
const fresh = () => `${randomUUID()}@corp.test`
const admin = { email: ADMIN.email }

const ROWS: readonly Row[] = [
  ["the admin's address, not checked", UNVERIFIED, { ...admin, email_verified: false }],
  [
    "the admin's address, without a word on it",
    UNVERIFIED,
    { ...admin, email_verified: undefined },
  ],
  ["the admin's address, checked, without their password", UNVERIFIED, admin],
  ["the admin's address in other letters", UNVERIFIED, { email: ADMIN.email.toUpperCase() }],
  ["the admin's address with spaces", UNVERIFIED, { email: ` ${ADMIN.email} ` }],
  ['checked as the text "false"', UNVERIFIED, { email: fresh(), email_verified: 'false' }],
  ['checked as the text "TRUE"', UNVERIFIED, { email: fresh(), email_verified: 'TRUE' }],
  ['checked as a number', UNVERIFIED, { email: fresh(), email_verified: 1 }],
  ['checked as a list', UNVERIFIED, { email: fresh(), email_verified: [true] }],
  ['checked as null', UNVERIFIED, { email: fresh(), email_verified: null }],
  ['an address as a list', UNVERIFIED, { email: [fresh()] }],
  ['two addresses in one', UNVERIFIED, { email: `a@evil.example,${fresh()}` }],
  ['an address with a name', UNVERIFIED, { email: `Ada <${fresh()}>` }],
  ['an address of another domain', SCOPE, { email: 'a@evil.example' }],
  ['a domain that ends with the allowed one', SCOPE, { email: 'a@evilcorp.test' }],
  ['a domain below the allowed one', SCOPE, { email: 'a@sub.corp.test' }],
  ['a domain that begins with the allowed one', SCOPE, { email: 'a@corp.test.evil.example' }],
  ['a domain with a dot at its end', SCOPE, { email: 'a@corp.test.' }],
]

/** Takeover of accounts, and accounts for people who may not have one. */
export const accountCases: readonly SsoCase[] = [
  ...ROWS.map(([name, standard, person]) =>
    spoiled({ name, standard, guard: 'account', spoil: { person } }),
  ),
  {
    name: "an account with the victim's address that the attacker made first (pre-hijacking)",
    standard: 'OpenID Connect Core 1.0 §5.7 (stability and uniqueness of claims)',
    guard: 'account',
    async attempt({ signIn }) {
      // The admin stands for any account whose owner chose the address themselves.
      return endedWell(await signIn({ person: { ...admin, sub: randomUUID() } }))
    },
  },
]
