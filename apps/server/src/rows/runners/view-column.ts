import type { Form } from '../../databases/sql/dialect.ts'

/** A column of a Computed table, as its database answers it. */
export interface ViewColumn {
  /** The name of the table. */
  readonly table: string
  readonly name: string
  readonly form: Form
  /** What reads it as a value of its form: SQL over the view's own columns, quoted. */
  readonly read: string
}
