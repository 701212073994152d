import { CREDENTIAL_KINDS } from '@plinth/contract'
import { expect, test } from 'vitest'
import { labelOfField } from './label-of-field.ts'

test.each([
  ['accessKeyId', 'Access key ID'],
  ['baseUrl', 'Base URL'],
  ['apiKey', 'API key'],
  ['ssl', 'SSL'],
  ['accountSid', 'Account SID'],
  ['hosts', 'Hosts'],
])('%s is called %s', (name, label) => {
  expect(labelOfField(name)).toBe(label)
})

test('no type has two fields of one label', () => {
  for (const { fields } of Object.values(CREDENTIAL_KINDS)) {
    const labels = fields.map(({ name }) => labelOfField(name))
    expect(new Set(labels).size).toBe(labels.length)
  }
})
