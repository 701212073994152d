/** How SQLite and the query check name the part of a query that is wrong. */
const NAMED = [
  /near "([^"]+)": syntax error/,
  /no such (?:column|table|function): ([^\s.]+(?:\.[^\s.]+)?)/,
  /"([^"]+)"/,
]
const WORD = /[\p{L}\p{N}_$]/u
/** A search for a longer name can take seconds in a query that repeats its characters. */
const MAX_NAME = 100

/** The offset of the name that a message quotes; undefined unless the query has it exactly once. */
export function findFaultPosition(query: string, message: string): number | undefined {
  const name = NAMED.map((pattern) => pattern.exec(message)?.[1]).find(Boolean)
  if (name === undefined || name.length > MAX_NAME) return undefined
  const isWhole = (at: number) =>
    !WORD.test(query[at - 1] ?? '') && !WORD.test(query[at + name.length] ?? '')
  const [first, second] = offsetsOf(query, name).filter(isWhole)
  return second === undefined ? first : undefined
}

function offsetsOf(query: string, name: string): number[] {
  const found: number[] = []
  for (let at = query.indexOf(name); at >= 0; at = query.indexOf(name, at + 1)) found.push(at)
  return found
}
