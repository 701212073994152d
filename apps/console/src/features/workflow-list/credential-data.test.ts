import { expect, test } from 'vitest'
import { templateFor } from './credential-data.ts'

test.each([
  ['a bearer token', 'api-credential', { baseUrl: 'https://api.acme.test:8443', apiKey: '' }],
  ['a key', 'api-key', { hosts: ['api.acme.test'], header: 'X-API-Key', apiKey: '' }],
  ['the service of another host', 'slack', { baseUrl: 'https://slack.com/api', token: '' }],
] as const)('starts a credential of %s for the host of a request', (_, type, data) => {
  expect(templateFor(type, 'https://api.acme.test:8443/v2/{{ $in.id }}')).toEqual(data)
})

test.each([undefined, '', '/orders', '{{ $in.url }}', 'https://{{ $in.host }}.test/orders'])(
  'has no host for %s',
  (url) => {
    expect(templateFor('api-key', url)).toMatchObject({ hosts: [] })
    expect(templateFor('api-credential', url)).toMatchObject({
      baseUrl: 'https://api.openai.com/v1',
    })
  },
)
