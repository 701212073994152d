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
])('labels %s as %s', (name, label) => {
  expect(labelOfField(name)).toBe(label)
})

test('labels are unique within each type', () => {
  for (const { fields } of Object.values(CREDENTIAL_KINDS)) {
    const labels = fields.map(({ name }) => labelOfField(name))
    expect(new Set(labels).size).toBe(labels.length)
  }
})
