import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { readJson, readStored, readUnchanged } from './stored-json.ts'

const Plan = z.object({ steps: z.array(z.object({ id: z.string() })) })

describe('readJson', () => {
  test.each(['null', '0', '"a"', '[1,[]]', '{"a":{"b":null}}'])('parses %s', (text) => {
    expect(JSON.stringify(readJson(text))).toBe(text)
  })
})

describe('readStored', () => {
  test('returns a value of the schema', () => {
    expect(readStored(Plan, '{"steps":[{"id":"a"}]}', 'release plan')).toEqual({
      steps: [{ id: 'a' }],
    })
  })

  test.each([
    [
      'a wrong type',
      '{"steps":[{"id":"a"},{"id":7}]}',
      ' at steps[1].id: Invalid input: expected string, received number',
    ],
    ['a missing field', '{}', ' at steps: Invalid input: expected array, received undefined'],
    ['another shape', 'null', ': Invalid input: expected object, received null'],
  ])('names the value and the path of %s', (_name, text, message) => {
    expect(() => readStored(Plan, text, 'release plan')).toThrow(
      `release plan: stored JSON is not valid${message}`,
    )
  })

  test('names the value whose text is not JSON and does not quote the text', () => {
    expect(() => readStored(Plan, 'secret-token', 'release plan')).toThrow(
      /^release plan: stored text is not valid JSON$/,
    )
  })
})

describe('readUnchanged', () => {
  const Node = z.looseObject({ id: z.string(), label: z.string().default('none') })

  test('keeps the order of keys and adds no default', () => {
    const text = '{"z":1,"id":"a"}'
    expect(JSON.stringify(readUnchanged(Node, text, 'node'))).toBe(text)
  })

  test('names the value and the path of another shape', () => {
    expect(() => readUnchanged(Node, '{"id":7}', 'node')).toThrow(
      'node: stored JSON is not valid at id',
    )
  })
})
