import { type Issue, issueAt, type Span } from './issue.ts'
import type { Token, TokenType } from './tokenize.ts'

/** Parser state; the first issue stops the parser, later ones are dropped. */
export type Cursor = {
  readonly tokens: readonly Token[]
  readonly end: number
  at: number
  issue?: Issue
}

/** The token `ahead` positions after the next one. */
export function peek(cursor: Cursor, ahead = 0): Token | undefined {
  return cursor.tokens[cursor.at + ahead]
}

/** Consumes the next token if it has this type. */
export function accept(cursor: Cursor, type: TokenType): Token | undefined {
  const token = peek(cursor)
  if (token?.type !== type) return undefined
  cursor.at += 1
  return token
}

/** Span of the next token, or the end of the text. */
export function here(cursor: Cursor): Span {
  return peek(cursor) ?? { from: cursor.end, to: cursor.end }
}

/** Records the first issue and returns undefined, so that callers can return the result. */
export function fail(cursor: Cursor, issue: Issue): undefined {
  cursor.issue ??= issue
  return undefined
}

/** Reports what was expected and what was found. */
export function failExpected(cursor: Cursor, wanted: string, suggestion?: string): undefined {
  const token = peek(cursor)
  const problem = token
    ? `Expected ${wanted} but found ${token.text.slice(0, 40)}`
    : `Expected ${wanted}, but nothing follows`
  return fail(cursor, issueAt(here(cursor), problem, suggestion))
}
