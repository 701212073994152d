import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Column, ColumnOptions, type ColumnType, Configuration } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { validatorOf } from '../../apps/server/src/rows/values/validate-row.ts'
import { findUndocumented } from './find-undocumented.ts'
import { readRows, readSections } from './read-rows.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/guide/field-options.md'), 'utf8')
const SAVED = 'Saved'
const TYPES = Object.keys(ColumnOptions) as ColumnType[]
/** Options that every type has. */
const COMMON = ['isRequired', 'isHidden']

/** Lines of options have three cells, those of values two. */
const rowsOf = (text: string, cells: number) =>
  readRows(text).filter(({ length }) => length === cells)

/** The options of a section that differ from those of the type, given with their defaults. */
function findOptionProblems(
  section: string,
  defaults: Readonly<Record<string, unknown>>,
): string[] {
  const rows = rowsOf(section, 3)
  const entries = rows.map(([name = '', , meaning = '']) => ({ name, meaning }))
  const wrong = rows.filter(
    ([name = '', given]) => given !== `\`${JSON.stringify(defaults[name])}\``,
  )
  return [
    ...findUndocumented(entries, Object.keys(defaults)),
    ...wrong.map(([name = '']) => `${name} has the default ${JSON.stringify(defaults[name])}`),
  ]
}

/** What the field of a section says to a value. */
function send(section: string, value: unknown): string {
  const [, text = ''] = section.match(/^```json\n([\s\S]+?)\n```$/m) ?? []
  const column = Column.parse(JSON.parse(text))
  const { tables } = Configuration.parse({
    tables: [{ id: 'tbl_example', name: 'example', columns: [column] }],
  })
  const [table] = tables
  if (!table) throw new Error('no table')
  const result = validatorOf(table, { seesHidden: false }).create({ [column.name]: value })
  return result.ok ? SAVED : (result.issues[0]?.message ?? '')
}

const sections = readSections(page, 2)
const [, common = ''] = page.match(/^## Every type\n([\s\S]+?)^## /m) ?? []

test('every type has a section, and no other has one', () => {
  expect([...sections.keys()]).toEqual(TYPES)
})

test('the options of every type are explained once', () => {
  const defaults = Object.fromEntries(COMMON.map((name) => [name, false]))
  expect(findOptionProblems(common, defaults)).toEqual([])
})

test('no two lines of the page say the same', () => {
  const meanings = rowsOf(page, 3).map(([, , meaning]) => meaning)
  expect(meanings.filter((meaning, at) => meanings.indexOf(meaning) !== at)).toEqual([])
})

describe.each(TYPES)('%s', (type) => {
  const section = sections.get(type) ?? ''

  test('has all options with their defaults', () => {
    const all: Record<string, unknown> = ColumnOptions[type].parse({})
    expect(Object.keys(all)).toEqual(expect.arrayContaining(COMMON))
    const own = Object.entries(all).filter(([name]) => !COMMON.includes(name))
    expect(findOptionProblems(section, Object.fromEntries(own))).toEqual([])
  })

  test('answers each value as the page says', () => {
    const rows = rowsOf(section, 2)
    const answers = rows.map(([value = '']) => send(section, JSON.parse(value)))
    expect(answers).toEqual(rows.map(([, result]) => result))
    expect(new Set(answers.map((answer) => answer === SAVED))).toEqual(new Set([true, false]))
  })
})

describe('a planted defect is found', () => {
  const line = (name: string, given: string) =>
    `| \`${name}\` | ${given} | The ${name} of a field, in a sentence that is long enough. |\n`

  test.each([
    ['nothing wrong', line('min', '`0`'), []],
    ['a missing option', '', ['min is missing']],
    ['another default', line('min', '`null`'), ['min has the default 0']],
  ])('%s', (_name, section, found) => {
    expect(findOptionProblems(section, { min: 0 })).toEqual(found)
  })

  test('a value that is refused', () => {
    const section = '```json\n{"id": "a", "name": "a", "type": "checkbox"}\n```\n'
    expect(send(section, true)).toBe(SAVED)
    expect(send(section, 1)).toBe('Must be true or false')
  })
})
