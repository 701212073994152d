/** Ends a check with the reason, a sentence for the developer. */
export class QueryFault extends Error {
  override readonly name = 'QueryFault'
}
