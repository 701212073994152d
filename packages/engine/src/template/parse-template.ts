import { findExpressionEnd } from './find-expression-end.ts'
import { type Path, parsePath } from './parse-path.ts'

/** User code, evaluated only in the sandboxed runner. */
export interface Code {
  kind: 'code'
  text: string
}
export type Expression = Path | Code

/** A text split into literal parts and expressions. */
export interface Template {
  parts: readonly (string | Expression)[]
}

const NOT_CLOSED = 'An expression that begins with {{ is not closed with }}.'

function parseExpression(inside: string): Expression {
  const text = inside.trim()
  return parsePath(text) ?? { kind: 'code', text }
}

/** Splits a text at `{{ }}`. Returns undefined if there is none, and an issue if one is not closed. */
export function parseTemplate(text: string): Template | { issue: string } | undefined {
  if (!text.includes('{{')) return undefined
  const parts: (string | Expression)[] = []
  let at = 0
  for (;;) {
    const open = text.indexOf('{{', at)
    if (open < 0) break
    const end = findExpressionEnd(text, open + 2)
    if (end < 0) return { issue: NOT_CLOSED }
    if (open > at) parts.push(text.slice(at, open))
    parts.push(parseExpression(text.slice(open + 2, end)))
    at = end + 2
  }
  if (at < text.length) parts.push(text.slice(at))
  return { parts }
}

/** The only expression of a text, ignoring surrounding space; such a parameter keeps the value's type. */
export function soleExpression({ parts }: Template): Expression | undefined {
  const significant = parts.filter((part) => typeof part !== 'string' || part.trim() !== '')
  const [only] = significant
  return significant.length === 1 && typeof only === 'object' ? only : undefined
}
