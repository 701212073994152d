import { expect, test } from 'vitest'
import { joinUserInfo, toSsoProfile } from './sso-profile.ts'

const GOOGLE = 'https://accounts.google.com'
const read = (claims: Record<string, unknown>) =>
  toSsoProfile(
    { verifiedClaim: 'email_verified' },
    { iss: GOOGLE, sub: '1', email: 'a@corp.test', email_verified: true, ...claims },
  )

test.each([
  ['of Google with its domain', { hd: 'Corp.test' }, true],
  ['of Google without a domain', {}, false],
  ['of Google with another domain', { hd: 'evil.test' }, false],
  ['of Google with a list of domains', { hd: ['corp.test'] }, false],
  ['of another provider', { iss: 'https://login.example.com' }, true],
  ['that is not checked', { hd: 'corp.test', email_verified: false }, false],
  [
    'with a Kelvin sign in its domain',
    { iss: 'https://login.example.com', email: 'a@\u212acorp.test' },
    false,
  ],
])('an account may be created for an address %s: %o gives %s', (_name, claims, expected) => {
  expect(read(claims).isOfDomain).toBe(expected)
})

test.each([
  ['vouched for by the user info', { email_verified: true }, {}, 'a@corp.test'],
  ['vouched for by the token alone', {}, { email_verified: true }, null],
  ['that the user info denies', { email_verified: false }, { email_verified: true }, null],
])('an address of the user info, %s', (_name, inUserInfo, inToken, verifiedEmail) => {
  const provider = { verifiedClaim: 'email_verified' }
  const claims = joinUserInfo(provider, {
    token: { iss: 'https://id.example', sub: '1', ...inToken },
    userInfo: { sub: '1', email: 'a@corp.test', ...inUserInfo },
  })
  expect(toSsoProfile(provider, claims)).toMatchObject({ verifiedEmail })
})
