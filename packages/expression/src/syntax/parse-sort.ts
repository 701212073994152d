import { type Failure, failure, type Issue, issueAt, type Span } from './issue.ts'
import { findSizeIssue, LIMITS } from './limits.ts'
import type { Segment } from './syntax.ts'

export type SortNode = Span & {
  readonly segments: readonly Segment[]
  readonly isDescending: boolean
}

export type ParsedSort = { readonly ok: true; readonly keys: readonly SortNode[] } | Failure

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

/** Parses `$sort`, such as `+status,-author.name`; a leading space counts as `+`, because URLs decode it that way. */
export function parseSort(text: string): ParsedSort {
  const tooLong = findSizeIssue(text)
  if (tooLong) return failure(tooLong)
  if (text.trim() === '') return { ok: true, keys: [] }
  const keys: SortNode[] = []
  let from = 0
  for (const piece of text.split(',')) {
    if (keys.length === LIMITS.sortKeys)
      return failure(
        issueAt({ from, to: text.length }, `A sort has at most ${LIMITS.sortKeys} keys`),
      )
    const key = parseKey(piece, from)
    if ('message' in key) return failure(key)
    keys.push(key)
    from += piece.length + 1
  }
  return { ok: true, keys }
}

function parseKey(piece: string, offset: number): SortNode | Issue {
  const written = piece.trim()
  const start = offset + piece.indexOf(written)
  const span = { from: start, to: start + written.length }
  const isDescending = written.startsWith('-')
  const signs = isDescending || written.startsWith('+') ? 1 : 0
  const segments: Segment[] = []
  let from = start + signs
  for (const name of written.slice(signs).split('.')) {
    if (!NAME.test(name))
      return issueAt({ from, to: from + name.length }, 'Expected the name of a column')
    segments.push({ name, from, to: from + name.length })
    from += name.length + 1
  }
  return { ...span, segments, isDescending }
}
