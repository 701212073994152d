/** Queries that must work, by the chapter of the database's manual whose examples they follow. */
export interface QueryTopic {
  readonly topic: string
  readonly queries: readonly string[]
}
