import type { Json } from '../node/json.ts'
import { type Compiled, compileValue } from '../template/compile-parameter.ts'
import { findExpressionEnd } from '../template/find-expression-end.ts'

/** Splits a text at the commas outside of its expressions. */
function splitWritten(text: string): string[] {
  const parts: string[] = []
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text.startsWith('{{', at)) {
      const end = findExpressionEnd(text, at + 2)
      if (end < 0) break
      at = end + 1
    } else if (text[at] === ',') {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, text.slice(from)]
}

/**
 * Compiles a list of approvers entry by entry, each to `{ written, value }`. A value can therefore not add entries, and
 * the node can compare its kind with the written one.
 */
export function compileApprovers(given: Json): Compiled {
  const entries = typeof given === 'string' ? splitWritten(given) : [given].flat()
  const written = entries.filter((entry) => typeof entry !== 'string' || entry.trim() !== '')
  return {
    kind: 'list',
    items: written.map((entry) => ({
      kind: 'object',
      entries: [
        ['written', { kind: 'value', value: entry }],
        ['value', compileValue(entry)],
      ],
    })),
  }
}
