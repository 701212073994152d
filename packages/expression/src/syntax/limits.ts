import { type Issue, issueAt } from './issue.ts'
import type { Token } from './tokenize.ts'

export const LIMITS = {
  bytes: 4096,
  comparisons: 64,
  depth: 16,
  tableRoots: 3,
  hops: 6,
  listItems: 500,
  sortKeys: 8,
} as const

/** Rejects texts above 4 KB of UTF-8; stops counting at the limit. */
export function findSizeIssue(text: string): Issue | undefined {
  let bytes = 0
  for (let at = 0; at < text.length && bytes <= LIMITS.bytes; at++) {
    const code = text.charCodeAt(at)
    // A surrogate pair has four bytes, counted as two per unit.
    bytes += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3
  }
  if (bytes <= LIMITS.bytes) return undefined
  return issueAt({ from: 0, to: text.length }, `An expression has at most ${LIMITS.bytes} bytes`)
}

/** Applies depth, comparison, list and `@table` limits to the flat tokens, before any parser recursion. */
export function findTokenIssue(tokens: readonly Token[]): Issue | undefined {
  const open: number[] = []
  const roots = new Set<string>()
  let comparisons = 0
  for (const [at, token] of tokens.entries()) {
    if (token.type === '(' || token.type === '[') {
      if (open.push(0) > LIMITS.depth)
        return issueAt(token, `Parentheses nest at most ${LIMITS.depth} deep`)
    } else if (token.type === ')' || token.type === ']') open.pop()
    else if (token.type === ',' && open.length > 0) {
      const commas = (open.pop() ?? 0) + 1
      open.push(commas)
      if (
        commas > LIMITS.listItems ||
        (commas === LIMITS.listItems && tokens[at + 1]?.type !== ']')
      )
        return issueAt(token, `A list has at most ${LIMITS.listItems} items`)
    } else if (token.type === 'operator') {
      if (++comparisons > LIMITS.comparisons)
        return issueAt(token, `An expression has at most ${LIMITS.comparisons} comparisons`)
    } else if (token.text === '@table') {
      roots.add(rootName(tokens, at))
      if (roots.size > LIMITS.tableRoots)
        return issueAt(token, `An expression can use at most ${LIMITS.tableRoots} @table roots`)
    }
  }
  return undefined
}

function rootName(tokens: readonly Token[], at: number): string {
  const table = tokens[at + 2]?.text ?? ''
  return tokens[at + 3]?.type === ':' ? `${table}:${tokens[at + 4]?.text ?? ''}` : table
}
