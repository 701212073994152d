import { Configuration, DEFAULT_RULE } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { readRule } from '../evaluate/decide.ts'
import { catalogueOf } from './catalogue-of.ts'

const configuration = Configuration.parse({
  tables: [
    {
      id: 't1',
      name: 'post',
      columns: [
        { id: 'c1', name: 'title', type: 'text' },
        {
          id: 'c2',
          name: 'tags',
          type: 'select',
          options: { selectOptions: ['a'], hasMultiple: true },
        },
        {
          id: 'c3',
          name: 'author',
          type: 'relation',
          options: { tableId: 't2', columnId: 'c9', isParent: true },
        },
        { id: 'c4', name: 'lost', type: 'relation', options: { tableId: 'gone' } },
        { id: 'c5', name: 'scan', type: 'file', options: { isProtected: true } },
        { id: 'c6', name: 'note', type: 'text', options: { isHidden: true } },
      ],
    },
    {
      id: 't2',
      name: 'user',
      type: 'Auth',
      columns: [
        { id: 'c7', name: 'email', type: 'email' },
        { id: 'c8', name: 'password', type: 'text', options: { isHashed: true } },
        {
          id: 'c9',
          name: 'posts',
          type: 'relation',
          options: { tableId: 't1', columnId: 'c3', hasMultiple: true },
        },
      ],
    },
    {
      id: 't3',
      name: 'stats',
      type: 'Computed',
      columns: [{ id: 'c10', name: 'count', type: 'number' }],
    },
  ],
})
const catalogue = catalogueOf(configuration, [{ key: 'LEVEL' }, { key: 'KEY', isSecret: true }])

describe('catalogueOf', () => {
  test.each([
    ['post', 'id', { kind: 'id', isMany: false }],
    ['post', 'createdOn', { kind: 'date' }],
    ['post', 'title', { kind: 'text', isHidden: false, isHashed: false }],
    ['post', 'tags', { kind: 'text', isMany: true }],
    ['post', 'author', { kind: 'id', isMany: false, target: 'user' }],
    ['post', 'scan', { kind: 'file', isProtected: true }],
    ['post', 'note', { isHidden: true }],
    ['user', 'password', { isHashed: true }],
    ['user', 'posts', { kind: 'id', isMany: true, target: 'post' }],
    ['stats', 'count', { kind: 'number' }],
  ])('%s.%s', (table, column, expected) => {
    expect(catalogue.tables.get(table)?.columns.get(column)).toMatchObject(expected)
  })

  test('omits dangling relations and the timestamps of a Computed table', () => {
    expect(catalogue.tables.get('post')?.columns.has('lost')).toBe(false)
    expect(catalogue.tables.get('stats')?.columns.has('createdOn')).toBe(false)
  })

  test.each([
    [DEFAULT_RULE, true],
    ['author.posts.author.email ~ "@acme.test"', true],
    ['@request.auth.email = "x" && @const.LEVEL = "1"', true],
    ['@table.stats.count > 1', true],
    ['@const.KEY = "x"', false],
    ['@const.OTHER = "x"', false],
    ['lost = "x"', false],
  ])('%s is valid: %s', (text, isOk) => {
    expect(readRule(text, { catalogue, mode: 'rule', table: 'post' }).ok).toBe(isOk)
  })

  test('accepts any constant without a list of constants', () => {
    const open = catalogueOf(configuration)
    expect(readRule('@const.ANY = "x"', { catalogue: open, mode: 'rule', table: 'post' }).ok).toBe(
      true,
    )
  })
})
