import type { Span } from '../syntax/issue.ts'
import type { Macro, Modifier, Operator } from '../syntax/syntax.ts'
import type { CatalogueColumn } from './catalogue.ts'
import type { Comparison, Family, Kind } from './kinds.ts'

/** One relation followed by a path; `table` is its target. */
export type Hop = { readonly column: CatalogueColumn; readonly table: string }

/** Start of a path: the current row, or any row of a table under a key such as `@ban:x`. */
export type Start = { readonly key: string; readonly table: string }

export const ROW_KEY = ''

export type RowPath = Span & {
  readonly type: 'path'
  readonly start: Start
  readonly hops: readonly Hop[]
  readonly column: CatalogueColumn
  /** Keys and indexes into a json column. */
  readonly keys: readonly (string | number)[]
  readonly modifier?: Modifier
  readonly kind: Kind
  readonly isMany: boolean
}

export const REQUEST_GROUPS = ['auth', 'body', 'query', 'headers', 'old'] as const
export const REQUEST_WORDS = ['method', 'context', 'env'] as const
export type RequestGroup = (typeof REQUEST_GROUPS)[number]
export type RequestWord = (typeof REQUEST_WORDS)[number]

export type RequestPath = Span & {
  readonly type: 'request'
  readonly group: RequestGroup | RequestWord
  readonly keys: readonly (string | number)[]
  readonly column?: CatalogueColumn
  readonly modifier?: Modifier
  readonly kind: Kind
  readonly isMany: boolean
}

export type FunctionName = 'now' | 'date' | 'lower' | 'len'

export type Call = Span & {
  readonly type: 'call'
  readonly name: FunctionName
  readonly args: readonly Operand[]
  readonly kind: Kind
}

/** A value known without any row: a literal, or folded from the request. */
export type Value = Span & {
  readonly type: 'value'
  readonly value: unknown
  readonly isWritten: boolean
  readonly kind: Kind
}

export type Operand =
  | Value
  | (Span & { readonly type: 'values'; readonly values: readonly unknown[]; readonly kind: Kind })
  | (Span & { readonly type: 'const'; readonly name: string; readonly kind: Kind })
  | (Span & { readonly type: 'macro'; readonly name: Macro; readonly kind: Kind })
  | Call
  | RequestPath
  | RowPath

/** A row bound once per && list: `origin` is the key it starts from, `hops` lead from there. */
export type Binder = {
  readonly key: string
  readonly table: string
  /** Undefined if any row of the table qualifies. */
  readonly origin?: { readonly key: string; readonly hops: readonly Hop[] }
}

/** Right side of a comparison; only in and !in have more than one. */
export type Target = {
  readonly operand: Operand
  readonly comparison: Comparison
  /** An absent request or constant value equals only a literal null or "". */
  readonly isGuarded: boolean
  /** Json distinguishes null and "". */
  readonly isExact: boolean
}

export type Comparing = Span & {
  readonly type: 'compare'
  readonly operator: Operator
  readonly family: Family
  readonly isNegated: boolean
  readonly quantifier: 'every' | 'some'
  readonly left: Operand
  readonly targets: readonly Target[]
  readonly binders: readonly Binder[]
}

/** A checked expression: names resolved, kinds known, nested && flattened. */
export type Checked =
  | (Span & { readonly type: 'constant'; readonly value: boolean })
  | (Span & { readonly type: 'all' | 'any'; readonly items: readonly Checked[] })
  | (Span & { readonly type: 'not'; readonly item: Checked })
  | Comparing

/** Whether an operand can have several values. */
export function isMany(operand: Operand): boolean {
  if (operand.type === 'values') return true
  return (operand.type === 'path' || operand.type === 'request') && operand.isMany
}

/** Whether an operand's value depends on a row. */
export function touchesRow(operand: Operand): boolean {
  return operand.type === 'path' || (operand.type === 'call' && operand.args.some(touchesRow))
}

/** Whether an operand comes from the request or the constants, and so may be absent. */
export function isOutside(operand: Operand): boolean {
  if (operand.type === 'call') return operand.args.some(isOutside)
  if (operand.type === 'request') return operand.group !== 'old'
  return operand.type === 'const'
}
