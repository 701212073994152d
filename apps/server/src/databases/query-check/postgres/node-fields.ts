/** The fields of a syntax node that a query may use; one that is not listed is refused. */
export interface NodeFields {
  /** Fields that hold nodes, which name their own kind. */
  readonly nodes?: string
  /** Fields that hold a node of one kind. */
  readonly typed?: Readonly<Record<string, string>>
  /** Fields that hold a text, a number or a truth value. */
  readonly plain?: string
}
