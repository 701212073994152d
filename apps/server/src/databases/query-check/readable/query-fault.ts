/** Leaves a check with the sentence that tells the developer why the query is refused. */
export class QueryFault extends Error {
  override readonly name = 'QueryFault'
}
