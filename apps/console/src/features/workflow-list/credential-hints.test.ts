import { CREDENTIAL_GROUPS, type Credential, type CredentialType } from '@plinth/contract'
import { describe, expect, it } from 'vitest'
import { type CredentialData, printData, readData, templateOf } from './credential-data.ts'
import { credentialHints, hasClearedSecrets } from './credential-hints.ts'
import { workflowListStrings as strings } from './strings.ts'

const print = `fingerprint:${'A'.repeat(22)}`
const stored = (type: CredentialType, data: CredentialData) => ({ type, data }) as Credential

describe('credential data', () => {
  it.each(CREDENTIAL_GROUPS.flatMap(({ types }) => types))(
    '%s has a valid JSON template',
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
  ])('parses %j as %j', (text, data) => {
    expect(readData(text)).toEqual(data)
  })
})

describe('credentialHints', () => {
  it.each([
    {
      name: 'names a missing field with its description',
      given: {
        type: 'api-credential' as const,
        data: templateOf('api-credential'),
        before: undefined,
      },
      hints: ['apiKey: The API key.'],
    },
    {
      name: 'asks for hosts of a generic credential',
      given: { type: 'jwt' as const, data: { token: 'x' }, before: undefined },
      hints: [strings.hints.noHosts],
    },
    {
      name: 'reports unknown fields as secrets',
      given: {
        type: 'custom' as const,
        data: { hosts: ['a.b'], x: '1', y: '2' },
        before: undefined,
      },
      hints: ['Stored as a secret: x, y.'],
    },
    {
      name: 'explains that a fingerprint keeps the secret',
      given: {
        type: 'jwt' as const,
        data: { hosts: ['A.b'], token: print },
        before: stored('jwt', { hosts: ['a.b'], token: print }),
      },
      hints: [strings.hints.fingerprint],
    },
    {
      name: 'warns that another host clears the secret',
      given: {
        type: 'jwt' as const,
        data: { hosts: ['a.b', 'c.d'], token: print },
        before: stored('jwt', { hosts: ['a.b'], token: print }),
      },
      hints: [strings.hints.hostChanged],
    },
    {
      name: 'warns that another type clears the secret',
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

  it('detects a secret that saving cleared', () => {
    expect(hasClearedSecrets({ token: print }, { token: '' })).toBe(true)
    expect(hasClearedSecrets({ token: print, other: 'x' }, { token: print, other: 'y' })).toBe(
      false,
    )
  })
})
