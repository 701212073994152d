import { findExpressionEnd } from './find-expression-end.ts'
import { type Path, parsePath } from './parse-path.ts'

/** User code; only the jailed runner evaluates it. */
export interface Code {
  kind: 'code'
  text: string
}
export type Expression = Path | Code

/** Text with expressions in it, as parts in order. */
export interface Template {
  parts: readonly (string | Expression)[]
}

const NOT_CLOSED = 'An expression that begins with {{ is not closed with }}.'

/** Reads one expression, without its braces. */
function parseExpression(inside: string): Expression {
  const text = inside.trim()
  return parsePath(text) ?? { kind: 'code', text }
}

/** Splits a text at its `{{ }}`; a text without any is undefined, an unclosed one is an issue. */
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

/** The expression a text consists of, apart from space around it: such a value keeps its type. */
export function soleExpression({ parts }: Template): Expression | undefined {
  const said = parts.filter((part) => typeof part !== 'string' || part.trim() !== '')
  const [only] = said
  return said.length === 1 && typeof only === 'object' ? only : undefined
}
