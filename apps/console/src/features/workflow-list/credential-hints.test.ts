import { CREDENTIAL_GROUPS, type Credential, type CredentialType } from '@plinth/contract'
import { describe, expect, it } from 'vitest'
import { type CredentialData, printData, readData, templateOf } from './credential-data.ts'
import { credentialHints, lostSecrets } from './credential-hints.ts'
import { workflowListStrings as strings } from './strings.ts'

const print = `fingerprint:${'A'.repeat(22)}`
const stored = (type: CredentialType, data: CredentialData) => ({ type, data }) as Credential

describe('the data of a credential', () => {
  it.each(CREDENTIAL_GROUPS.flatMap(({ types }) => types))(
    '%s has a template that is JSON',
    (type) => {
      const template = templateOf(type)
      expect(Object.keys(template).length).toBeGreaterThan(0)
      expect(readData(printData(template))).toEqual(template)
    },
  )

  it.each([
    ['', {}],
    ['  \n', {}],
    ['{"a":1}', { a: 1 }],
    ['{', undefined],
    ['[]', undefined],
    ['null', undefined],
  ])('%j says %j', (text, data) => {
    expect(readData(text)).toEqual(data)
  })
})

describe('hints', () => {
  it.each([
    {
      name: 'what is missing is named with what it is',
      given: {
        type: 'api-credential' as const,
        data: templateOf('api-credential'),
        before: undefined,
      },
      hints: ['apiKey: The API key.'],
    },
    {
      name: 'a generic credential needs hosts',
      given: { type: 'jwt' as const, data: { token: 'x' }, before: undefined },
      hints: [strings.hints.noHosts],
    },
    {
      name: 'fields that the type does not have are secrets',
      given: {
        type: 'custom' as const,
        data: { hosts: ['a.b'], x: '1', y: '2' },
        before: undefined,
      },
      hints: ['Kept as a secret: x, y.'],
    },
    {
      name: 'a fingerprint keeps the secret',
      given: {
        type: 'jwt' as const,
        data: { hosts: ['A.b'], token: print },
        before: stored('jwt', { hosts: ['a.b'], token: print }),
      },
      hints: [strings.hints.fingerprint],
    },
    {
      name: 'another host clears it',
      given: {
        type: 'jwt' as const,
        data: { hosts: ['a.b', 'c.d'], token: print },
        before: stored('jwt', { hosts: ['a.b'], token: print }),
      },
      hints: [strings.hints.hostChanged],
    },
    {
      name: 'another type clears it',
      given: {
        type: 'jwt' as const,
        data: { hosts: ['a.b'], token: print },
        before: stored('custom', { hosts: ['a.b'], token: print }),
      },
      hints: [strings.hints.typeChanged],
    },
  ])('$name', ({ given, hints }) => {
    expect(credentialHints(given)).toEqual(hints)
  })

  it('a secret that was to stay and is gone is noticed', () => {
    expect(lostSecrets({ token: print }, { token: '' })).toBe(true)
    expect(lostSecrets({ token: print, other: 'x' }, { token: print, other: 'y' })).toBe(false)
  })
})
