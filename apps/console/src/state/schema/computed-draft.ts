/** The query of a Computed table to create, handed from one screen to the next in the history entry. */
interface ComputedDraft {
  computedQuery: string
}

/** The state of a navigation that opens Create Table with this query, without the semicolons that end it. */
export function computedFrom(sql: string): ComputedDraft {
  const end = [...sql].findLastIndex((letter) => !/[\s;]/.test(letter))
  return { computedQuery: [...sql].slice(0, end + 1).join('') }
}

/** The query in the state of a history entry; undefined if it has none. */
export function computedQueryIn(state: unknown): string | undefined {
  const query = (state as Partial<ComputedDraft> | null)?.computedQuery
  return typeof query === 'string' ? query : undefined
}
