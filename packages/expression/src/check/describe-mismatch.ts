import { type Issue, issueAt } from '../syntax/issue.ts'
import type { Operator } from '../syntax/syntax.ts'
import type { Operand } from './checked.ts'
import { FAMILIES, type Family, type Kind } from './kinds.ts'

const WORDS: Readonly<Record<Kind, string>> = {
  text: 'a text',
  word: 'a text',
  blank: 'an empty text',
  id: 'a row id',
  number: 'a number',
  bool: 'true or false',
  date: 'a date',
  file: 'a file',
  json: 'json',
  any: 'a request value',
  input: 'a request value',
  null: 'null',
}

type Mismatch = {
  readonly operator: Operator
  readonly family: Family
  readonly left: Operand
  readonly right: Operand
}

/** Explains why two operands cannot be compared, with a suggestion. */
export function describeMismatch({ operator, family, left, right }: Mismatch): Issue {
  const culprit = [left, right].find((side) => !FAMILIES[side.kind].includes(family))
  if (culprit) return issueAt(culprit, `${operator} does not work on ${WORDS[culprit.kind]}`)
  const message = `${operator} cannot compare ${WORDS[left.kind]} with ${WORDS[right.kind]}`
  const unquoted = unquote(left, right.kind) ?? unquote(right, left.kind)
  if (unquoted) return issueAt(unquoted.operand, message, unquoted.suggestion)
  return issueAt({ from: left.from, to: right.to }, message)
}

function unquote(
  operand: Operand,
  wanted: Kind,
): { operand: Operand; suggestion: string } | undefined {
  if (operand.kind === 'word' && operand.type === 'value') {
    const text = String(operand.value)
    const isNumber = wanted === 'number' && /^-?[0-9]{1,15}(\.[0-9]{1,15})?$/.test(text)
    const isBool = wanted === 'bool' && (text === 'true' || text === 'false')
    return isNumber || isBool ? { operand, suggestion: text } : undefined
  }
  const isWritten = operand.type === 'value' && operand.isWritten
  const isTextual = wanted === 'text' || wanted === 'id'
  if (isWritten && isTextual && (operand.kind === 'number' || operand.kind === 'bool'))
    return { operand, suggestion: JSON.stringify(String(operand.value)) }
  return undefined
}
