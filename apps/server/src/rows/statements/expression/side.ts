import { type Comparison, type Kind, readAs } from '@plinth/expression'
import type { Dialect, Form, JsonNode } from '../../../databases/sql/dialect.ts'
import { raw, type Sql, sql } from '../../../foundation/platform/sql.ts'
import { either } from './condition.ts'

/** One value of a comparison: known before the statement runs, a cell, or a JSON value of a row. */
export type Side =
  | { readonly type: 'known'; readonly kind: Kind; readonly value: unknown }
  | { readonly type: 'cell'; readonly kind: Kind; readonly form: Form; readonly cell: Sql }
  | { readonly type: 'json'; readonly kind: Kind; readonly node: JsonNode }

export type RowSide = Exclude<Side, { type: 'known' }>
export type KnownSide = Extract<Side, { type: 'known' }>
export type KnownValue = ReturnType<typeof readAs>

export function knownValueAs(comparison: Comparison, side: KnownSide): KnownValue {
  return readAs(comparison, side.kind, side.value)
}

/** The form in which values of a comparison are bound. */
export function formOf(comparison: Comparison): Form {
  if (comparison === 'number') return 'decimal'
  if (comparison === 'bool' || comparison === 'date') return comparison
  return 'text'
}

const NODE_VALUES = { text: 'text', number: 'number', bool: 'bool' } as const

/** A row's value converted for a comparison; null if absent or of another kind. */
export function valueAs(dialect: Dialect, comparison: Comparison, side: RowSide): Sql {
  if (side.type === 'json')
    return comparison in NODE_VALUES
      ? side.node[NODE_VALUES[comparison as keyof typeof NODE_VALUES]]
      : raw('null')
  return comparison === 'text' && side.form === 'id' ? dialect.idAsText(side.cell) : side.cell
}

export function isNull(side: RowSide): Sql {
  return side.type === 'json' ? side.node.isNull : sql`${side.cell} is null`
}

/** Null and "" are the same, except in json. */
export function isBlank(side: RowSide): Sql {
  if (side.type === 'json') {
    const { node, kind } = side
    return kind === 'json' ? node.isNull : either([node.isNull, sql`${node.text} = ''`])
  }
  return side.form === 'text' ? sql`(${side.cell} is null or ${side.cell} = '')` : isNull(side)
}
