import { describe, expect, test } from 'vitest'
import { jsonSchemaOfConfiguration, parseConfiguration } from '../index.ts'
import {
  accepted,
  configurationOf,
  countIds,
  rejected,
  tableOf,
  textOf,
} from '../testing/examples.ts'

const before = configurationOf(tableOf('a', { columns: [textOf('x')] }), tableOf('b'))

function read(value: unknown) {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return parseConfiguration({ text, before, newId: countIds() })
}

describe('raw JSON editor', () => {
  test('round-trips and preserves the identity of unchanged tables', () => {
    const next = accepted(read(before))
    expect(next).toEqual(before)
    expect(next.tables[0]).toBe(before.tables[0])
  })
  test('accepts omitted defaults', () => {
    expect(accepted(read('{"tables":[{"id":"n","name":"n"}]}'))).toEqual(
      configurationOf(tableOf('n')),
    )
  })

  const refusals = [
    ['invalid JSON', '{', '', 'This is not valid JSON.'],
    ['empty text', '', '', 'This is not valid JSON.'],
    ['something else', '[]', '', 'Invalid input: expected object, received array'],
    ['an unknown key', { tabels: [] }, '', 'Unrecognized key: "tabels"'],
    ['a bad id', { tables: [{ id: 'a b', name: '' }] }, 'tables.0.id', 'is not a valid id'],
    [
      'an id twice',
      { tables: [tableOf('a'), tableOf('a')] },
      'tables.1.id',
      'The id "a" is used twice.',
    ],
  ] as const
  test.each(refusals)('rejects %s', (_name, value, path, message) => {
    const result = read(value)
    expect(rejected(result)).toEqual([message])
    expect(result.ok ? [] : result.issues).toMatchObject([{ path }])
  })
})

test('the JSON Schema requires only fields without defaults', () => {
  const schema = jsonSchemaOfConfiguration()
  expect(schema.required).toBeUndefined()
  expect(schema).toMatchObject({
    type: 'object',
    additionalProperties: false,
    properties: {
      version: { default: 'v1' },
      database: { default: 'sqlite3', enum: ['sqlite3', 'postgres'] },
      tables: { items: { required: ['id', 'name'] } },
    },
  })
})
