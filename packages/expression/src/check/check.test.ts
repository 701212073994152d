import { describe, expect, test } from 'vitest'
import { parse } from '../syntax/parse.ts'
import { CATALOGUE } from '../testing/world-catalogue.ts'
import { check } from './check.ts'
import type { CheckInput } from './check-context.ts'
import { FAMILIES, type Family, findComparison, type Kind, OPERATORS, PAIRS } from './kinds.ts'

const RULE: CheckInput = { catalogue: CATALOGUE, mode: 'rule', table: 'post' }
const FILTER: CheckInput = { ...RULE, mode: 'filter' }

function issuesOf(text: string, ground: CheckInput) {
  const parsed = parse(text)
  if (!parsed.ok || !parsed.expression) throw new Error(`Does not parse: ${text}`)
  const result = check(parsed.expression, ground)
  return result.ok ? [] : result.issues
}

describe("reports issues with the spec's message, position and suggestion", () => {
  test.each([
    ['titel = "x"', 'Column with name titel not found in table post', 0, 5, 'title'],
    ['a = 1 || author.nmae = "x"', 'Column with name a not found in table post', 0, 1, undefined],
    ['author.rol = "x"', 'Column with name rol not found in table user', 7, 10, 'role'],
    ['@table.bna.user = "x"', 'Table with name bna not found', 0, 10, 'ban'],
    ['@table.ban.usr = "x"', 'Column with name usr not found in table ban', 11, 14, 'user'],
    ['@table.qwertyuiop.a = "x"', 'Table with name qwertyuiop not found', 0, 17, undefined],
    ['@request.auht.id = "x"', '@request has no auht', 9, 13, 'auth'],
    ['@request.auth.rolle = "x"', 'Column with name rolle not found in table user', 14, 19, 'role'],
    [
      '@request.auth.org.name = "x"',
      '@request.auth.org is not json and has no fields',
      18,
      22,
      '@table.org',
    ],
    ['@request.body = "x"', '@request.body needs a name after it', 0, 13, undefined],
    ['@const.LEVLE = "x"', 'Constant with name LEVLE not found', 7, 12, 'LEVEL'],
    ['lowr(title) = "x"', 'Function with name lowr not found', 0, 4, 'lower'],
    ['price = "10"', '= cannot compare a number with a text', 8, 12, '10'],
    ['active = "true"', '= cannot compare true or false with a text', 9, 15, 'true'],
    ['title = 5', '= cannot compare a text with a number', 8, 9, '"5"'],
    ['author = 5', '= cannot compare a row id with a number', 9, 10, '"5"'],
    ['price > title', '> cannot compare a number with a text', 0, 13, undefined],
    ['price ~ "1"', '~ does not work on a number', 0, 5, undefined],
    ['active > true', '> does not work on true or false', 0, 6, undefined],
    ['cover = "a.png"', '= cannot compare a file with a text', 0, 15, undefined],
    [
      'publishedOn > "soon"',
      'The text is not a date such as "2025-01-31" or "2025-01-31T08:00:00Z"',
      14,
      20,
      undefined,
    ],
    ['"x" in tags', 'in needs a list in [ ]; for a to-many path write ?=', 7, 11, undefined],
    [
      'title.x = "x"',
      'Column title of table post is not a relation and has no fields',
      6,
      7,
      undefined,
    ],
    ['pin = "x"', 'Column pin is hashed and cannot be compared', 0, 3, undefined],
  ])('%s', (text, message, from, to, suggestion) => {
    const issue = { message, from, to, ...(suggestion !== undefined && { suggestion }) }
    expect(issuesOf(text, RULE)[0]).toEqual(issue)
  })

  test('lists every unknown name, not only the first', () => {
    expect(issuesOf('a = 1 && (b = 2 || !(c = 3))', RULE).map((issue) => issue.from)).toEqual([
      0, 10, 21,
    ])
  })

  test('reports an unknown current table', () => {
    expect(issuesOf('true', { ...RULE, table: 'pots' })).toEqual([
      { message: 'Table with name pots not found', from: 0, to: 4, suggestion: 'post' },
    ])
  })
})

describe('filters', () => {
  test.each([
    '@request.auth.id = "x"',
    '@const.LEVEL = "x"',
    '@table.ban.user = "x"',
    'id in [@request.auth.id]',
    'lower(@const.LEVEL) = "x"',
  ])('cannot use a root: %s', (text) => {
    expect(issuesOf(text, FILTER)[0]?.message).toMatch(/^@\w+ is not available in a filter$/)
  })

  test.each([
    'createdOn > @now',
    'lower(title) = "x"',
    'author.role = "x"',
    'meta.a = 1',
    'publishedOn > date("2025-01-01")',
  ])('support the rest of the language: %s', (text) => {
    expect(issuesOf(text, FILTER)).toEqual([])
  })

  test.each([
    ['secret', 'post', 'hidden'],
    ['pin', 'post', 'hashed'],
    ['files', 'post', 'protected'],
    ['author.token', 'user', 'hidden, through a relation'],
    ['editors.password', 'user', 'hashed, through a to-many'],
  ])('R3: reports %s of %s (%s) as non-existent', (path, table) => {
    const name = path.split('.').at(-1) ?? ''
    const strange = 'q'.repeat(name.length)
    for (const shape of [
      'P = "x"',
      'P:length = 1',
      'title = P',
      'title in [P]',
      'lower(P) = "x"',
      '!(P ?= "x")',
      'P.x = 1',
    ]) {
      const named = issuesOf(shape.replace('P', path), FILTER)
      const unknown = issuesOf(shape.replace('P', path.replace(name, strange)), FILTER)
      expect(named).toEqual(
        unknown.map((issue) => ({ ...issue, message: issue.message.replace(strange, name) })),
      )
      expect(named[0]?.message).toBe(`Column with name ${name} not found in table ${table}`)
    }
  })

  test('never suggests a hidden name', () => {
    expect(issuesOf('secrte = "x"', FILTER)[0]).not.toHaveProperty('suggestion')
    expect(issuesOf('secrte = "x"', RULE)[0]).toHaveProperty('suggestion', 'secret')
  })

  test('staff can use hidden and protected columns, but never hashed ones', () => {
    const staff = { ...FILTER, seesHidden: true }
    expect(issuesOf('secret = "x" && files:length = 1', staff)).toEqual([])
    expect(issuesOf('pin = "x"', staff)[0]?.message).toBe(
      'Column with name pin not found in table post',
    )
  })

  test('reports the tables a path reads, so that their rules can be applied', () => {
    const parsed = parse('author.org.name = "x" || comments.text ?= "y" || @table.ban.reason = "z"')
    if (!parsed.ok || !parsed.expression) throw new Error('Does not parse')
    const result = check(parsed.expression, RULE)
    expect(result.ok && result.tables).toEqual(['user', 'org', 'comment', 'ban'])
  })
})

describe('operators by kind', () => {
  const kinds = Object.keys(PAIRS) as readonly Kind[]
  const families: readonly Family[] = ['equal', 'order', 'match', 'member']

  test('is symmetric and complete', () => {
    expect(Object.keys(FAMILIES).sort()).toEqual([...kinds].sort())
    for (const left of kinds)
      for (const right of kinds) expect(PAIRS[left][right]).toBe(PAIRS[right][left])
  })

  /** One operand of each kind, for the post table. */
  const SAMPLES: Readonly<Record<Kind, string>> = {
    text: 'title',
    word: '"2025-01-01"',
    blank: '""',
    id: 'author',
    number: 'price',
    bool: 'active',
    date: 'publishedOn',
    file: 'cover',
    json: 'meta.a',
    any: '@request.body.any',
    input: '@request.query.a',
    null: 'null',
  }
  const SIGNS: Readonly<Record<Family, string>> = {
    equal: '=',
    order: '>',
    match: '~',
    member: 'in',
  }
  const rows = kinds.flatMap((left) =>
    kinds.flatMap((right) => families.map((family) => ({ left, right, family }))),
  )

  test.each(rows)(
    '$left $family $right: the checker follows the table',
    ({ left, right, family }) => {
      // The body is untyped JSON only without a table, so that kind is tested separately.
      const isFree = left === 'any' || right === 'any'
      const columns = ['text', 'id', 'number', 'bool', 'date', 'file', 'json']
      if (isFree && (columns.includes(left) || columns.includes(right))) return
      const written = family === 'member' ? `[${SAMPLES[right]}]` : SAMPLES[right]
      const { table: _, ...free } = RULE
      const issues = issuesOf(`${SAMPLES[left]} ${SIGNS[family]} ${written}`, isFree ? free : RULE)
      expect(issues.length === 0).toBe(findComparison(family, left, right) !== undefined)
    },
  )

  test.each([
    ['equal', 'text', 'number', undefined],
    ['equal', 'date', 'json', undefined],
    ['equal', 'json', 'blank', 'text'],
    ['equal', 'number', 'blank', 'empty'],
    ['order', 'number', 'blank', undefined],
    ['order', 'id', 'id', undefined],
    ['match', 'json', 'word', 'text'],
    ['match', 'date', 'word', undefined],
    ['member', 'file', 'null', undefined],
    ['member', 'input', 'number', 'number'],
    ['equal', 'any', 'input', 'dynamic'],
  ] as const)('%s: %s with %s is %s', (family, left, right, comparison) => {
    expect(findComparison(family, left, right)).toBe(comparison)
  })

  test('lists every operator once', () => {
    expect(Object.keys(OPERATORS)).toEqual([
      '=',
      '!=',
      '>',
      '>=',
      '<',
      '<=',
      '~',
      '!~',
      'in',
      '!in',
    ])
  })
})
