import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OPERATORS } from '../packages/expression/src/check/kinds.ts'
import { LIMITS } from '../packages/expression/src/syntax/limits.ts'
import { MACROS, MODIFIERS, ROOTS } from '../packages/expression/src/syntax/syntax.ts'

const page = readFileSync(join(import.meta.dirname, '../docs/guide/rule-language.md'), 'utf8')

/** The quoted words of one definition of the grammar. */
function wordsOf(name: string): string[] {
  const [, definition = ''] = page.match(new RegExp(`^${name} += (.+)$`, 'm')) ?? []
  return [...definition.matchAll(/"([^"]+)"/g)].map(([, word = '']) => word)
}

test('the grammar has every macro, modifier, root and operator', () => {
  expect(wordsOf('macro')).toEqual([...MACROS])
  expect(wordsOf('modifier')).toEqual([...MODIFIERS])
  expect(wordsOf('root').filter((word) => word.startsWith('@'))).toEqual([...ROOTS])
  const operators = wordsOf('op').filter((word) => word !== '?')
  expect(operators.toSorted()).toEqual(Object.keys(OPERATORS).toSorted())
})

test('the table of limits has the limits of the parser', () => {
  const [, limits = ''] = page.split('## Limits')
  const documented = [...limits.matchAll(/\| ([\d,]+)(?: bytes)? \|$/gm)].map(([, figure = '']) =>
    Number(figure.replaceAll(',', '')),
  )
  expect(documented.toSorted()).toEqual([...Object.values(LIMITS), 99_999].toSorted())
})
