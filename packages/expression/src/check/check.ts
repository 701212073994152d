import { type Failure, failure, issueAt } from '../syntax/issue.ts'
import type { CompareNode, Expression, OperandNode } from '../syntax/syntax.ts'
import { collectBinders } from './binders.ts'
import { type CheckContext, type CheckInput, findTable, reportIssue } from './check-context.ts'
import { checkOperand } from './check-operand.ts'
import type { Checked, Comparing, Operand, Target } from './checked.ts'
import { isMany, isOutside } from './checked.ts'
import { describeMismatch } from './describe-mismatch.ts'
import { findComparison, OPERATORS } from './kinds.ts'
import { NO_DATE, readDate } from './read-date.ts'

/** `tables` are those read through paths or @table, besides the current one. */
export type CheckResult =
  | { readonly ok: true; readonly checked: Checked; readonly tables: readonly string[] }
  | Failure

/** Resolves all names and decides how each comparison works, so that no row value can raise an error later. */
export function check(expression: Expression, input: CheckInput): CheckResult {
  const open = { ...input, issues: [], passed: new Set<string>() }
  const home =
    input.table === undefined
      ? undefined
      : findTable({ ...open, home: undefined }, input.table, expression)
  const context: CheckContext = { ...open, home }
  const checked = context.issues.length === 0 ? checkNode(context, expression) : undefined
  if (!checked) return failure(...context.issues)
  return { ok: true, checked, tables: [...context.passed] }
}

function checkNode(context: CheckContext, node: Expression): Checked | undefined {
  const { from, to } = node
  if (node.type === 'constant') return node
  if (node.type === 'compare') return checkCompare(context, node)
  if (node.type === 'not') {
    const item = checkNode(context, node.item)
    return item && { type: 'not', item, from, to }
  }
  const type = node.type === 'and' ? 'all' : 'any'
  const items: Checked[] = []
  let isSound = true
  for (const each of node.items) {
    const item = checkNode(context, each)
    if (!item) isSound = false
    // `a && (b && c)` becomes one list of three, so that grouping never separates comparisons bound to one row.
    else if (item.type === type) items.push(...item.items)
    else items.push(item)
  }
  return isSound ? { type, items, from, to } : undefined
}

function checkCompare(context: CheckContext, node: CompareNode): Comparing | undefined {
  const { family, isNegated } = OPERATORS[node.operator]
  const left = checkOperand(context, node.left)
  const rights =
    family === 'member' ? checkList(context, node) : [checkOperand(context, node.right)]
  if (!left || !rights) return undefined
  const targets: Target[] = []
  for (const right of rights) {
    const target = right && checkPair(context, { node, left, right })
    if (!target) return undefined
    targets.push(target)
  }
  const quantifier = node.isSome ? 'some' : 'every'
  return {
    type: 'compare',
    operator: node.operator,
    family,
    isNegated,
    quantifier,
    left,
    targets,
    binders: collectBinders([left, ...targets.map((target) => target.operand)], quantifier),
    from: node.from,
    to: node.to,
  }
}

function checkList(
  context: CheckContext,
  node: CompareNode,
): readonly (Operand | undefined)[] | undefined {
  if (node.right.type !== 'list') {
    const message = `${node.operator} needs a list in [ ]; for a to-many path write ?=`
    return reportIssue(context, issueAt(node.right, message))
  }
  return node.right.items.map((item: OperandNode) => {
    const operand = checkOperand(context, item)
    if (!operand || !isMany(operand)) return operand
    return reportIssue(
      context,
      issueAt(item, 'A list can contain single values, not a to-many path'),
    )
  })
}

type Pair = { readonly node: CompareNode; readonly left: Operand; readonly right: Operand }

function checkPair(context: CheckContext, { node, left, right }: Pair): Target | undefined {
  const { family } = OPERATORS[node.operator]
  const comparison = findComparison(family, left.kind, right.kind)
  if (!comparison)
    return reportIssue(context, describeMismatch({ operator: node.operator, family, left, right }))
  if (comparison === 'date')
    for (const side of [left, right])
      if (
        side.type === 'value' &&
        typeof side.value === 'string' &&
        readDate(side.value) === undefined
      )
        return reportIssue(context, issueAt(side, NO_DATE))
  const isWritten = [left, right].some((side) => side.type === 'value' && side.isWritten)
  return {
    operand: right,
    comparison,
    isGuarded: !isWritten && (isOutside(left) || isOutside(right)),
    isExact: left.kind === 'json' || right.kind === 'json',
  }
}
