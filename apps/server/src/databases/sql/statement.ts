/** A statement whose values are bound; names in it went through `quoteName`. */
export interface MigrationStatement {
  text: string
  values?: unknown[]
  /** The step it is for, if for one. */
  stepId?: string
}
