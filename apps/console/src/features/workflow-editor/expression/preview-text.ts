import type { Json } from '../execution/execution.ts'
import { findExpressions } from './find-expressions.ts'
import { readPath } from './read-path.ts'
import { type Resolved, resolvePath } from './resolve-path.ts'
import type { Scope } from './scope.ts'

const MAX_PREVIEW_LENGTH = 300
/** Preview of code, which is not run in the browser. */
export const COMPUTED = 'Computed when the workflow runs.'

/** A value as the preview line shows it. */
export function print(value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MAX_PREVIEW_LENGTH ? `${text.slice(0, MAX_PREVIEW_LENGTH)}…` : text
}

function resolve(scope: Scope, code: string): Resolved {
  if (code.trim() === '') return { kind: 'broken', reason: 'The expression is empty.' }
  const path = readPath(code)
  if (path) return resolvePath(scope, path)
  return { kind: 'unknown', reason: COMPUTED }
}

export type Preview = { kind: 'value'; text: string } | Exclude<Resolved, { kind: 'value' }>

/** Preview of a text with expressions; undefined if it has none. */
export function previewText(scope: Scope, text: string): Preview | undefined {
  const expressions = findExpressions(text)
  if (expressions.length === 0) return undefined
  if (expressions.some(({ isClosed }) => !isClosed)) {
    return { kind: 'broken', reason: 'The closing }} is missing.' }
  }
  const resolved = expressions.map(({ code }) => resolve(scope, code))
  const bad =
    resolved.find(({ kind }) => kind === 'broken') ?? resolved.find(({ kind }) => kind !== 'value')
  if (bad && bad.kind !== 'value') return bad
  let end = 0
  const pieces = expressions.map(({ from, to }, at) => {
    const before = text.slice(end, from)
    end = to
    const one = resolved[at]
    return before + (one?.kind === 'value' ? print(one.value) : '')
  })
  return { kind: 'value', text: print(pieces.join('') + text.slice(end)) }
}
