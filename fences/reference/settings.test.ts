import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { EnvironmentVariables } from '../../apps/server/src/foundation/settings/environment-variables.ts'
import { findUndocumented } from './find-undocumented.ts'
import { readRows } from './read-rows.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/settings.md'), 'utf8')
const EXAMPLE = /\s*Example: `([^`]+)`$/

interface Schema {
  def: { type: string; defaultValue?: unknown; innerType?: Schema; in?: Schema; out?: Schema }
}

/** The default that a variable's schema declares, as it would be typed. */
function defaultOf({ def }: Schema): string | undefined {
  if (def.type === 'default') return String(def.defaultValue)
  const inner = [def.innerType, def.in, def.out].filter((schema) => schema !== undefined)
  return inner.map(defaultOf).find((found) => found !== undefined)
}

const DEFAULTS = new Map(
  Object.entries(EnvironmentVariables.shape).map(([name, schema]) => [
    name,
    defaultOf(schema as unknown as Schema),
  ]),
)

/** The settings of the page whose default differs from the source or whose example is missing or invalid. */
function findWrongSettings(text: string): string[] {
  return readRows(text)
    .filter(([name = '']) => DEFAULTS.has(name))
    .flatMap(([name = '', given = '', meaning = '']) => {
      const [, value] = given.match(/^`([^`]+)`$/) ?? []
      const [, example] = meaning.match(EXAMPLE) ?? []
      const isSame = value === DEFAULTS.get(name)
      const isValid = example && EnvironmentVariables.safeParse({ [name]: example }).success
      return [
        ...(isSame ? [] : [`${name} has the default ${DEFAULTS.get(name)}`]),
        ...(isValid ? [] : [`${name} has no valid example`]),
      ]
    })
}

test('every setting is explained in one line of its own', () => {
  const entries = readRows(page)
    .filter(({ length }) => length === 3)
    .map(([name = '', , meaning = '']) => ({ name, meaning: meaning.replace(EXAMPLE, '') }))
  expect(findUndocumented(entries, DEFAULTS.keys())).toEqual([])
})

test('defaults are those of the source, and examples can be used', () => {
  expect([...DEFAULTS.values()].filter((value) => value !== undefined).length).toBeGreaterThan(30)
  expect(findWrongSettings(page)).toEqual([])
})

describe('a planted defect is found', () => {
  test.each([
    ['another default', '| `PORT` | `80` | The port. Example: `8080` |'],
    ['a default in words', '| `PORT` | some port | The port. Example: `8080` |'],
    ['a default that is none', '| `DATABASE_URL` | `pg` | The URL. Example: `pg://a/b` |'],
    ['an invalid example', '| `PORT` | `4000` | The port. Example: `65536` |'],
    ['no example', '| `PORT` | `4000` | The port. |'],
  ])('%s', (_name, line) => expect(findWrongSettings(line)).toHaveLength(1))
})
