import { describe, expect, it } from 'vitest'
import { checkJsonText } from './check-json-text.ts'

const table = (inner: string) => `{ "tables": [ { "id": "t1", "name": "posts", ${inner} } ] }`

describe('checkJsonText', () => {
  it('finds no issues in a valid configuration', () => {
    expect(checkJsonText(table('"columns": []'))).toEqual([])
    expect(checkJsonText('{}')).toEqual([])
  })

  it.each([
    ['a syntax error', '{ "tables": [ }', '}', 'Expected a value.'],
    ['a wrong type', table('"type": "View"'), '"View"', 'Invalid option'],
    [
      'a wrong option',
      table('"columns": [{ "id": "c", "name": "a", "type": "text", "options": { "min": "x" } }]'),
      '"x"',
      'Invalid input',
    ],
    ['a missing id', '{ "tables": [ { "name": "posts" } ] }', '{', 'Invalid input'],
    ['an unknown key', table('"colour": 1'), '1', 'Unrecognized key'],
    [
      'an id used twice',
      table('"columns": [{ "id": "t1", "name": "a", "type": "text" }]'),
      '"t1"',
      't1',
    ],
  ])('marks the position of %s', (_, text, marked, message) => {
    const [issue] = checkJsonText(text)
    expect(issue?.severity).toBe('error')
    expect(text.slice(issue?.from, issue?.to)).toBe(marked)
    expect(issue?.message).toContain(message)
  })

  it('marks the last of duplicate keys', () => {
    const text = table('"type": "Table", "type": "View"')
    const [issue] = checkJsonText(text)
    expect(text.slice(issue?.from, issue?.to)).toBe('"View"')
  })

  it('warns about names that Sync will refuse', () => {
    const text = '{ "tables": [ { "id": "t1", "name": "two words" } ] }'
    const [issue] = checkJsonText(text)
    expect(issue).toMatchObject({ severity: 'warning' })
    expect(text.slice(issue?.from, issue?.to)).toBe('"two words"')
  })
})
