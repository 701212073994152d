import { expect, test } from 'vitest'
import { readFormFields, writeFormFields } from './read-form-fields.ts'

const field = { name: 'sum', label: '', type: 'text', required: false, options: [] } as const

test.each([
  ['nothing', '', []],
  ['no fields', '[]', []],
  ['a name alone', '[{"name": "sum"}]', [field]],
  ['a list instead of text', [{ name: 'sum', type: 'text' }], [field]],
  [
    'a select',
    '[{"name": "sum", "type": "select", "required": true, "options": ["a"]}]',
    [{ ...field, type: 'select', required: true, options: ['a'] }],
  ],
])('reads %s', (_name, value, expected) => {
  expect(readFormFields(value)).toEqual(expected)
})

test.each([
  ['an expression', '{{ $in.fields }}'],
  ['an expression in a field', '[{"name": "sum", "label": "{{ $in.label }}"}]'],
  ['text that is not JSON', '[{'],
  ['an object', '{}'],
  ['another type', '[{"name": "sum", "type": "date"}]'],
  ['another key', '[{"name": "sum", "min": 1}]'],
  ['options that are not texts', '[{"name": "sum", "type": "select", "options": [1]}]'],
])('leaves %s to the text', (_name, value) => {
  expect(readFormFields(value)).toBeUndefined()
})

test('writes what it has read', () => {
  const text = '[{"name":"way","label":"Way","type":"select","required":true,"options":["a","b"]}]'
  expect(writeFormFields(readFormFields(text) ?? [])).toBe(text)
})
