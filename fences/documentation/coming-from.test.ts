import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { COLUMN_TYPES, Configuration } from '@plinth/contract'
import { nodeDefinitions } from '@plinth/engine'
import { catalogueOf, check, parse } from '@plinth/expression'
import { describe, expect, test } from 'vitest'

const GUIDE = join(import.meta.dirname, '../../docs/guide')
const read = (name: string) => readFileSync(join(GUIDE, `${name}.md`), 'utf8')

/** The code in the second column of the table below a heading; cells without code are left out. */
function secondColumn(page: string, heading: string): string[] {
  const [, section = ''] = page.split(`\n## ${heading}\n`)
  const [own = ''] = section.split('\n## ')
  const cells = [...own.matchAll(/^\| .+ \| `(.+)` \|$/gm)]
  return cells.map(([, code = '']) => code.replaceAll('\\|', '|'))
}

const relation = (name: string, tableId: string) => ({
  id: name,
  name,
  type: 'relation',
  options: { isParent: true, tableId, hasMultiple: false, backColumnName: `${name}Back` },
})
const text = (name: string) => ({ id: name, name, type: 'text' })
const catalogue = catalogueOf(
  Configuration.parse({
    tables: [
      { id: 'users', name: 'users', type: 'Auth', columns: [text('email')] },
      { id: 'members', name: 'members', columns: [relation('user', 'users')] },
      {
        id: 'posts',
        name: 'posts',
        columns: [
          ...[text('title'), text('status'), text('role'), relation('author', 'users')],
          {
            ...{ id: 'tags', name: 'tags', type: 'select' },
            options: { selectOptions: ['new', 'old'], hasMultiple: true },
          },
        ],
      },
    ],
  }),
)

/** Whether the rule names known fields in a known way. */
function isRule(rule: string): boolean {
  const parsed = parse(rule)
  if (!parsed.ok || parsed.expression === undefined) return false
  return check(parsed.expression, { catalogue, table: 'posts', mode: 'rule' }).ok
}

describe.each([
  ['coming-from-pocketbase', 'Rules', 8],
  ['coming-from-supabase', 'Policies', 5],
] as const)('%s', (name, heading, count) => {
  test('every rule is one of ours', () => {
    const rules = secondColumn(read(name), heading)
    expect(rules).toHaveLength(count)
    expect(rules.filter((rule) => !isRule(rule))).toEqual([])
  })
})

test('a rule of another product is found', () => {
  expect(isRule('@collection.members.user ?= @request.auth.id')).toBe(false)
  expect(isRule('auth.uid() = author')).toBe(false)
})

test('the fields of Airtable become types that exist', () => {
  const types = secondColumn(read('coming-from-airtable'), 'Fields')
  expect(types.length).toBeGreaterThan(9)
  expect(types.filter((type) => !COLUMN_TYPES.some((known) => known === type))).toEqual([])
})

test('the expressions are on the page whose examples run', () => {
  const expressions = secondColumn(read('coming-from-n8n'), 'Expressions')
  expect(expressions).toHaveLength(4)
  const executed = read('expressions')
  expect(expressions.filter((one) => !executed.includes(`| \`${one}\` |`))).toEqual([])
})

test('the number of kinds of nodes is right', () => {
  const kinds = Object.values(nodeDefinitions).flat()
  expect(read('coming-from-n8n')).toContain(`Plinth has ${kinds.length} kinds of nodes`)
})
