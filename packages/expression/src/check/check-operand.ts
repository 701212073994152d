import { findClosest } from '../syntax/closest.ts'
import { issueAt } from '../syntax/issue.ts'
import type { CallNode, OperandNode } from '../syntax/syntax.ts'
import { type CheckContext, reportIssue } from './check-context.ts'
import { checkPath } from './check-path.ts'
import { type FunctionName, isMany, type Operand, touchesRow } from './checked.ts'
import type { Kind } from './kinds.ts'
import { NO_DATE, readDate } from './read-date.ts'

/** Resolves one operand, or reports why it is invalid. */
export function checkOperand(context: CheckContext, node: OperandNode): Operand | undefined {
  const { from, to } = node
  const written = { type: 'value', isWritten: true, from, to } as const
  switch (node.type) {
    case 'number':
      return { ...written, kind: 'number', value: node.value }
    case 'text':
      return { ...written, kind: node.value === '' ? 'blank' : 'word', value: node.value }
    case 'boolean':
      return { ...written, kind: 'bool', value: node.value }
    case 'null':
      return { ...written, kind: 'null', value: null }
    case 'macro':
      return { type: 'macro', name: node.name, kind: 'date', from, to }
    case 'list':
      return reportIssue(context, issueAt(node, 'A list can only follow in or !in'))
    case 'call':
      return checkCall(context, node)
    case 'path':
      return checkPath(context, node)
  }
}

type Signature = {
  readonly takes: readonly Kind[]
  readonly gives: Kind
  readonly isConstant: boolean
}

const texts: readonly Kind[] = ['text', 'word', 'blank', 'null', 'json', 'any', 'input']

/** `date` must not read columns: a stored text that is not a date would fail inside the database. */
const FUNCTIONS: Readonly<Record<FunctionName, Signature>> = {
  now: { takes: [], gives: 'date', isConstant: true },
  date: { takes: ['word', 'text', 'any', 'input', 'date'], gives: 'date', isConstant: true },
  lower: { takes: texts, gives: 'text', isConstant: false },
  len: { takes: texts, gives: 'number', isConstant: false },
}
export const FUNCTION_NAMES = Object.keys(FUNCTIONS) as readonly FunctionName[]

function checkCall(context: CheckContext, node: CallNode): Operand | undefined {
  const name = FUNCTION_NAMES.find((each) => each === node.name)
  if (!name) {
    const suggestion = findClosest(node.name, FUNCTION_NAMES)
    const span = { from: node.from, to: node.from + node.name.length }
    return reportIssue(
      context,
      issueAt(span, `Function with name ${node.name} not found`, suggestion),
    )
  }
  const { takes, gives, isConstant } = FUNCTIONS[name]
  const wanted = takes.length > 0 ? 1 : 0
  if (node.args.length !== wanted)
    return reportIssue(
      context,
      issueAt(node, `${name}() takes ${wanted === 1 ? 'one value' : 'no value'}`),
    )
  const args: Operand[] = []
  for (const each of node.args) {
    const arg = checkOperand(context, each)
    if (!arg) return undefined
    if (isMany(arg))
      return reportIssue(context, issueAt(each, `${name}() takes one value, not a list`))
    if (!takes.includes(arg.kind))
      return reportIssue(context, issueAt(each, `${name}() does not take ${arg.kind}`))
    if (isConstant && touchesRow(arg))
      return reportIssue(
        context,
        issueAt(each, `${name}() does not accept a column: use a literal or a request value`),
      )
    if (name === 'date' && arg.type === 'value' && readDate(String(arg.value)) === undefined)
      return reportIssue(context, issueAt(each, NO_DATE))
    args.push(arg)
  }
  return { type: 'call', name, args, kind: gives, from: node.from, to: node.to }
}
