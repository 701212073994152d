import { type Expression, type Issue, type OperandNode, parse } from '@plinth/expression'
import type { FilterField } from './filter-fields.ts'

/** What the user probably meant. */
interface Correction {
  /** The corrected part, for the button. */
  part: string
  /** The whole corrected text. */
  text: string
}

function listComparisons(node: Expression): Extract<Expression, { type: 'compare' }>[] {
  if (node.type === 'compare') return [node]
  if (node.type === 'not') return listComparisons(node.item)
  return node.type === 'constant' ? [] : node.items.flatMap(listComparisons)
}

function fieldOf(node: OperandNode, fields: readonly FilterField[]): FilterField | undefined {
  if (node.type !== 'path' || node.root || node.segments.length !== 1) return undefined
  return fields.find(({ name }) => name === node.segments[0]?.name)
}

/** The value that a bare word stands for: an option of the select that it is compared with, or itself. */
function wordAt(issue: Issue, text: string, fields: readonly FilterField[]): string | undefined {
  const parsed = parse(text)
  if (!parsed.ok || !parsed.expression) return undefined
  for (const { left, right } of listComparisons(parsed.expression)) {
    const words = right.type === 'list' ? right.items : [right]
    const isWord = words.some(
      (word) => word.type === 'path' && word.from <= issue.from && word.to >= issue.to,
    )
    const field = isWord ? fieldOf(left, fields) : undefined
    if (!field || field.type === 'number' || field.type === 'checkbox') continue
    const word = text.slice(issue.from, issue.to)
    const option = field.options.find((one) => one.toLowerCase() === word.toLowerCase())
    return option ?? word
  }
  return undefined
}

const WORD = /^[\p{L}\p{N}_@.+-]+(?: [\p{L}\p{N}_@.+-]+)*$/u

/**
 * A correction for an issue of a filter: quotes around a word, the nearest name, or a search in `searched` for a text
 * that is no expression at all.
 */
export function suggestCorrection(
  text: string,
  issue: Issue,
  { fields, searched }: { fields: readonly FilterField[]; searched: string | undefined },
): Correction | undefined {
  const replace = (part: string) => ({
    part,
    text: text.slice(0, issue.from) + part + text.slice(issue.to),
  })
  const word = wordAt(issue, text, fields)
  if (word !== undefined) return replace(JSON.stringify(word))
  const written = text.trim()
  const isField = fields.some(({ name }) => name === written)
  if (searched !== undefined && WORD.test(written) && !isField) {
    const part = `${searched} ~ ${JSON.stringify(written)}`
    return { part, text: part }
  }
  const { suggestion } = issue
  return suggestion === undefined || issue.from === issue.to ? undefined : replace(suggestion)
}
