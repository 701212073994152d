import { type Issue, issueAt, type Span } from './issue.ts'
import type { Token, TokenType } from './tokenize.ts'

/** A place in the tokens; the first issue stops the parser, later ones are dropped. */
export type Cursor = {
  readonly tokens: readonly Token[]
  readonly end: number
  at: number
  issue?: Issue
}

/** The token ahead, `ahead` places further on. */
export function peek(cursor: Cursor, ahead = 0): Token | undefined {
  return cursor.tokens[cursor.at + ahead]
}

/** Takes the next token when it has this type. */
export function accept(cursor: Cursor, type: TokenType): Token | undefined {
  const token = peek(cursor)
  if (token?.type !== type) return undefined
  cursor.at += 1
  return token
}

/** Where the next token stands, or the end of the text. */
export function here(cursor: Cursor): Span {
  return peek(cursor) ?? { from: cursor.end, to: cursor.end }
}

/** Records the first issue and answers undefined, so that callers can return it. */
export function fail(cursor: Cursor, issue: Issue): undefined {
  cursor.issue ??= issue
  return undefined
}

/** Fails with what was expected and what stands there instead. */
export function failExpected(cursor: Cursor, wanted: string, suggestion?: string): undefined {
  const token = peek(cursor)
  const found = token ? token.text.slice(0, 40) : 'the end'
  return fail(cursor, issueAt(here(cursor), `Expected ${wanted} but found ${found}`, suggestion))
}
