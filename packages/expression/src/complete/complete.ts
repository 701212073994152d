import { type CheckInput, listColumns } from '../check/check-context.ts'
import { FUNCTION_NAMES } from '../check/check-operand.ts'
import { OPERATORS } from '../check/kinds.ts'
import { MACROS, MODIFIERS, ROOTS } from '../syntax/syntax.ts'
import { type Token, tokenize } from '../syntax/tokenize.ts'
import { listMembers } from './complete-members.ts'
import type { Completion, CompletionItem } from './completion.ts'
import { findCursorPosition } from './cursor-position.ts'

export type CompletionRequest = {
  readonly text: string
  readonly caret: number
  readonly input: CheckInput
}

const WORD = /[A-Za-z0-9_]/

/** Completions at the caret for the rule editor; never includes names that the input hides. */
export function complete({ text, caret, input }: CompletionRequest): Completion {
  const tokens = tokenize(text.slice(0, caret)).tokens
  const last = tokens.at(-1)
  const isTouched = last !== undefined && last.to === caret
  const isClosed = last?.type === 'comment' || last?.type === 'unknown' || last?.type === 'number'
  if (isTouched && (isClosed || last.type === 'digits'))
    return { from: caret, to: caret, items: [] }
  const isWord = isTouched && (last.type === 'name' || last.type === 'root' || last.text === 'in')
  const word = isWord ? last.text : ''
  const before = (isWord ? tokens.slice(0, -1) : tokens).filter((token) => token.type !== 'comment')
  let to = caret
  while (to < text.length && WORD.test(text[to] ?? '')) to += 1
  const items = listItems(before, input)
  const wanted = word.toLowerCase()
  const near = items.filter((item) => item.label.toLowerCase().startsWith(wanted))
  return { from: caret - word.length, to, items: near }
}

function listItems(before: readonly Token[], input: CheckInput): readonly CompletionItem[] {
  const last = before.at(-1)
  if (last?.type === '.') return listMembers(before, input)
  if (last?.type === ':') {
    const isAlias = before.at(-3)?.type === '.' && before.at(-4)?.text === '@table'
    return isAlias ? [] : MODIFIERS.map((label) => ({ label, kind: 'modifier' }))
  }
  const position = findCursorPosition(before)
  if (position === 'operator') return listOperators()
  if (position === 'joiner') return ['&&', '||'].map((label) => ({ label, kind: 'operator' }))
  return listOperands(input)
}

function listOperators(): readonly CompletionItem[] {
  return Object.keys(OPERATORS).flatMap((label) => [
    { label, kind: 'operator' },
    { label: `?${label}`, kind: 'operator', detail: 'some element' },
  ])
}

function listOperands(input: CheckInput): readonly CompletionItem[] {
  const home = input.catalogue.tables.get(input.table ?? '')
  const columns = home ? listColumns(input, home) : []
  const roots = input.mode === 'rule' ? ROOTS : []
  return [
    ...columns.map(({ name, kind }) => ({ label: name, kind: 'column', detail: kind }) as const),
    ...roots.map((label) => ({ label, kind: 'keyword' }) as const),
    ...MACROS.map((label) => ({ label, kind: 'macro' }) as const),
    ...FUNCTION_NAMES.map((label) => ({ label, kind: 'function' }) as const),
    ...['true', 'false', 'null'].map((label) => ({ label, kind: 'keyword' }) as const),
  ]
}
