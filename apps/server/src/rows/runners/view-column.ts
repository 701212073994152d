import type { Form } from '../../databases/sql/dialect.ts'

/** A column of a Computed table in its database. */
export interface ViewColumn {
  /** The name of the table. */
  readonly table: string
  readonly name: string
  readonly form: Form
  /** SQL that reads it as a value of its form, over the view's own quoted columns. */
  readonly read: string
}
