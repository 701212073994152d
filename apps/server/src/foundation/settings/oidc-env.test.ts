import { describe, expect, test } from 'vitest'
import { readEnv } from './env.ts'

describe('single sign-on', () => {
  const given = {
    PLINTH_OIDC_ISSUER: 'https://login.example.com',
    PLINTH_OIDC_CLIENT_ID: 'plinth',
    PLINTH_OIDC_CLIENT_SECRET: 'secret',
  }

  test('is off unless it is set, and has defaults', () => {
    expect(readEnv([], {}).oidc).toBeUndefined()
    expect(readEnv([], { ...given, PLINTH_OIDC_DOMAINS: 'A.example, b.example' }).oidc).toEqual({
      issuer: 'https://login.example.com',
      clientId: 'plinth',
      clientSecret: 'secret',
      name: 'single sign-on',
      domains: new Set(['a.example', 'b.example']),
      verifiedClaim: 'email_verified',
      ssoOnly: false,
      groupsClaim: 'groups',
    })
    expect(readEnv([], { ...given, PLINTH_OIDC_ONLY: 'true' }).oidc?.ssoOnly).toBe(true)
  })

  test.each([
    ['half of it', { PLINTH_OIDC_CLIENT_SECRET: '' }, 'belong together'],
    ['plain HTTP', { PLINTH_OIDC_ISSUER: 'http://login.example.com' }, 'https://'],
    ['another scheme', { PLINTH_OIDC_ISSUER: 'ftp://localhost' }, 'https://'],
    ['a query', { PLINTH_OIDC_ISSUER: 'https://login.example.com/?a=b' }, 'a query'],
    ['a password', { PLINTH_OIDC_ISSUER: 'https://a:b@login.example.com' }, 'a password'],
    [
      'the tenant of everybody',
      { PLINTH_OIDC_ISSUER: 'https://login.microsoftonline.com/common/v2.0' },
      'your own tenant',
    ],
    ['an address as a domain', { PLINTH_OIDC_DOMAINS: 'ada@example.com' }, 'is not a domain'],
    ['a domain of the top level', { PLINTH_OIDC_DOMAINS: 'com' }, 'is not a domain'],
    ['another word than true', { PLINTH_OIDC_ONLY: 'yes' }, 'PLINTH_OIDC_ONLY'],
    ['a claim that people can edit', { PLINTH_OIDC_GROUPS_CLAIM: 'nickname' }, 'names no groups'],
    [
      'an admin group without a provider',
      {
        ...{ PLINTH_OIDC_ISSUER: '', PLINTH_OIDC_CLIENT_ID: '', PLINTH_OIDC_CLIENT_SECRET: '' },
        PLINTH_SSO_ADMIN_GROUP: 'admins',
      },
      'needs PLINTH_OIDC_ISSUER',
    ],
    ['a long name', { PLINTH_OIDC_NAME: 'x'.repeat(41) }, 'at most 40'],
  ])('refuses %s', (_name, change, message) => {
    expect(() => readEnv([], { ...given, ...change })).toThrow(message)
  })
})
