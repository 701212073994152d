/** Ends a check with the reason, a sentence for the developer. */
export class QueryFault extends Error {
  override readonly name = 'QueryFault'
  /** The offset in the query, where the parser names one. */
  readonly position: number | undefined

  constructor(message: string, position?: number) {
    super(message)
    this.position = position
  }
}
