import type { Form } from './compile/dialect.ts'

/** A column of a Computed table, as its database answers it. */
export interface ViewColumn {
  /** The name of the table. */
  readonly table: string
  readonly name: string
  readonly form: Form
  /** What reads it as a value of its form: SQL over the view's own columns, quoted. */
  readonly read: string
}

/** The names of the Computed tables among what is recorded. */
export function listComputed(
  rows: readonly { readonly kind: string; readonly definition: string }[],
): readonly string[] {
  return rows.flatMap(({ kind, definition }) => {
    if (kind !== 'table' || !definition.includes('Computed')) return []
    const { type, name, query } = JSON.parse(definition)
    return type === 'Computed' && query ? [String(name)] : []
  })
}
