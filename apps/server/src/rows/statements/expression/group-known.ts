import type { Comparison, Operand } from '@plinth/expression'
import { CompileLimit } from '../../../databases/sql/compile-limit.ts'
import type { Form } from '../../../databases/sql/dialect.ts'
import type { Reading } from './read-operand.ts'
import type { Scope } from './scope.ts'
import { formOf, type KnownValue, knownValueAs } from './side.ts'

type Values = Extract<Operand, { type: 'values' }>

const MAX_VALUES = 500
const ALONE = { from: [], where: [], isSingle: true } as const
const FORMS: Readonly<Record<string, Form>> = { string: 'text', number: 'decimal', boolean: 'bool' }

/** Known values one by one, for a right-hand list that may interpret each differently. */
export function eachKnown({ values, kind }: Values): readonly Reading[] {
  const distinct = [...new Set(values)]
  if (distinct.length > MAX_VALUES) throw new CompileLimit()
  return distinct.map((value) => ({ ...ALONE, side: { type: 'known', kind, value } }))
}

/** Known values grouped by type, each group bound as one list, so that the text does not depend on their number. */
export function groupKnown(
  scope: Scope,
  { values, kind }: Values,
  comparison: Comparison,
): readonly Reading[] {
  const groups = new Map<string, KnownValue[]>()
  for (const value of values) {
    const seen = knownValueAs(comparison, { type: 'known', kind, value })
    const name = seen === null ? 'null' : typeof seen
    const group = groups.get(name) ?? []
    if (!group.includes(seen)) group.push(seen)
    groups.set(name, group)
  }
  return [...groups].map(([name, group]): Reading => {
    // Null and values that do not fit have no form to bind; one of each is enough.
    if (name === 'null' || name === 'undefined')
      return { ...ALONE, side: { type: 'known', kind, value: name === 'null' ? null : {} } }
    const form = comparison === 'dynamic' ? (FORMS[name] ?? 'text') : formOf(comparison)
    const { from, item } = scope.model.dialect.values(form, group, scope.newAlias())
    const side = { type: 'cell', kind, form, cell: item } as const
    return { from: [from], where: [], isSingle: false, side }
  })
}
