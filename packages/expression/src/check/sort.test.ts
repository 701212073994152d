import { describe, expect, test } from 'vitest'
import { parseSort } from '../syntax/parse-sort.ts'
import { CATALOGUE } from '../testing/world-catalogue.ts'
import { checkSort } from './check-sort.ts'

const GROUND = { catalogue: CATALOGUE, mode: 'filter', table: 'post' } as const

function sort(text: string): string | object {
  const parsed = parseSort(text)
  const result = parsed.ok ? checkSort(parsed.keys, GROUND) : parsed
  if (!result.ok) return result.issues[0] ?? {}
  const names = result.keys.map(({ path, isDescending }) => {
    const columns = [...path.hops.map((hop) => hop.column), path.column]
    return `${isDescending ? '-' : '+'}${columns.map((column) => column.name).join('.')}`
  })
  return names.join(',')
}

describe('$sort', () => {
  test.each([
    ['+title,-price,status', '+title,-price,+status,+id'],
    [' title', '+title,+id'],
    ['-price, title', '-price,+title,+id'],
    ['', '-createdOn,-id'],
    ['  ', '-createdOn,-id'],
    ['-id', '-id'],
    ['id,title', '+id,+title'],
    ['-publishedOn', '-publishedOn,-id'],
    ['author.org.name', '+author.org.name,+id'],
    ['author.id', '+author.id,+id'],
    ['active,author', '+active,+author,+id'],
  ])('%s', (text, expected) => {
    expect(sort(text)).toBe(expected)
  })

  test.each([
    ['titel', 'Column with name titel not found in table post', 0, 5, 'title'],
    ['title,-pirce', 'Column with name pirce not found in table post', 7, 12, 'price'],
    ['secret', 'Column with name secret not found in table post', 0, 6, undefined],
    ['-author.token', 'Column with name token not found in table user', 8, 13, undefined],
    ['tags', 'A to-many path has no order', 0, 4, undefined],
    ['comments.likes', 'A to-many path has no order', 0, 14, undefined],
    ['meta', 'Column meta has no order', 0, 4, undefined],
    ['meta.a', 'Column meta has no order', 0, 6, undefined],
    ['cover', 'Column cover has no order', 0, 5, undefined],
    ['title,', 'Expected the name of a column', 6, 6, undefined],
    ['--title', 'Expected the name of a column', 1, 7, undefined],
    ['title desc', 'Expected the name of a column', 0, 10, undefined],
    ['title;drop', 'Expected the name of a column', 0, 10, undefined],
    ['@request.auth.id', 'Expected the name of a column', 0, 8, undefined],
    ['author..name', 'Expected the name of a column', 7, 7, undefined],
  ])('rejects %s', (text, message, from, to, suggestion) => {
    expect(sort(text)).toEqual({
      message,
      from,
      to,
      ...(suggestion !== undefined && { suggestion }),
    })
  })

  test('sorts a table without createdOn by id', () => {
    const bare = CATALOGUE.tables.get('ban')
    if (!bare) throw new Error('No table')
    const columns = new Map([...bare.columns].filter(([name]) => name === 'id'))
    const catalogue = { tables: new Map([['view', { ...bare, name: 'view', columns }]]) }
    const result = checkSort([], { catalogue, mode: 'filter', table: 'view' })
    expect(
      result.ok && result.keys.map(({ path, isDescending }) => [path.column.name, isDescending]),
    ).toEqual([['id', false]])
  })

  test('reports an unknown table', () => {
    expect(checkSort([], { ...GROUND, table: 'nope' })).toMatchObject({ ok: false })
  })
})
