/** A statement of a migration with bound values; its names went through `quoteName`. */
export interface MigrationStatement {
  text: string
  values?: unknown[]
  /** The plan step it belongs to, if any. */
  stepId?: string
}
