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

test('the session, the methods and the domain come from the ID token, names from the user info too', () => {
  const provider = { verifiedClaim: 'email_verified' }
  const userInfo = {
    ...{ sub: '1', email: 'a@corp.test', email_verified: true, given_name: 'Ada' },
    ...{ amr: ['mfa'], sid: 'forged', hd: 'corp.test' },
  }
  const join = (token: Record<string, unknown>) =>
    toSsoProfile(
      provider,
      joinUserInfo(provider, { token: { iss: GOOGLE, sub: '1', ...token }, userInfo }),
    )
  expect(join({})).toMatchObject({
    ...{ sid: null, hasSecondFactor: false, isOfDomain: false },
    ...{ firstName: 'Ada', verifiedEmail: 'a@corp.test' },
  })
  expect(join({ amr: ['mfa'], sid: 'real', hd: 'corp.test' })).toMatchObject({
    ...{ sid: 'real', hasSecondFactor: true, isOfDomain: true },
  })
})

test.each(['iss', 'sub', 'sid', 'amr', 'hd'])(
  'a provider whose claim for checked addresses is %s cannot replace that of the ID token',
  (verifiedClaim) => {
    const token = { iss: 'https://id.example', sub: '1' }
    const forged = { iss: GOOGLE, sub: '2', sid: 'forged', amr: ['mfa'], hd: 'corp.test' }
    const claims = joinUserInfo({ verifiedClaim }, { token, userInfo: { ...forged } })
    expect(claims).toMatchObject(token)
    expect(toSsoProfile({ verifiedClaim }, claims)).toMatchObject({
      ...{ issuer: 'https://id.example', subject: '1', sid: null, hasSecondFactor: false },
      verifiedEmail: null,
    })
  },
)

test.each([
  [['mfa'], true],
  [['hwk'], true],
  [['pwd', 'otp'], true],
  [['swk', 'pin'], true],
  [['face', 'swk'], true],
  [['otp'], false],
  [['swk'], false],
  [['otp', 'otp'], false],
  [['otp', 'sms'], false],
  [['otp', 'swk'], false],
  [['pwd'], false],
  [['pwd', 'pin'], false],
])('the methods %o are a second factor: %s', (amr, hasSecondFactor) => {
  expect(read({ amr })).toMatchObject({ hasSecondFactor })
})
