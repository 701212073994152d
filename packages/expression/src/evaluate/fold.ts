import { type Checked, type Comparing, isMany, type Operand, touchesRow } from '../check/checked.ts'
import { evaluate } from './evaluate.ts'
import { readAs } from './read-as.ts'
import { readConstant } from './read-constant.ts'
import type { Rows, Scope } from './scope.ts'

/** A boolean if no row is needed, otherwise the remaining expression. */
export type Folded = boolean | Checked

const NO_ROWS: Rows = { list: () => [], find: () => undefined }

/**
 * Partial evaluation: replaces everything that depends only on request, constants and literals by its value. Parts that
 * stay as they are are not copied, so that callers of one expression share them.
 */
export function fold(checked: Checked, scope: Scope): Folded {
  switch (checked.type) {
    case 'constant':
      return checked.value
    case 'compare':
      return foldCompare(checked, scope)
    case 'not': {
      const item = fold(checked.item, scope)
      if (typeof item === 'boolean') return !item
      return item === checked.item ? checked : { ...checked, item }
    }
    case 'all':
    case 'any':
      return foldItems(checked, scope)
  }
}

function foldItems(node: Extract<Checked, { type: 'all' | 'any' }>, scope: Scope): Folded {
  const deciding = node.type === 'any'
  const items: Checked[] = []
  for (const each of node.items) {
    const item = fold(each, scope)
    if (item === deciding) return deciding
    if (typeof item !== 'boolean') items.push(item)
  }
  const [only, ...others] = items
  if (!only) return !deciding
  // A branch of || is independent: unwrapping it inside an && list could bind it to that list's rows.
  if (others.length === 0 && (node.type === 'all' || !choosesRows(only))) return only
  return isSameList(items, node.items) ? node : { ...node, items }
}

const isSameList = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.length === others.length && some.every((each, at) => each === others[at])

function choosesRows(node: Checked): boolean {
  if (node.type === 'compare') return node.binders.length > 0
  if (node.type === 'not') return choosesRows(node.item)
  return node.type !== 'constant' && node.items.some(choosesRows)
}

function foldCompare(comparing: Comparing, scope: Scope): Folded {
  const operands = [comparing.left, ...comparing.targets.map((target) => target.operand)]
  if (!operands.some(touchesRow)) {
    const verdict = evaluate({ checked: comparing, rows: NO_ROWS, scope })
    return verdict.ok && verdict.holds
  }
  const left = foldOperand(comparing.left, scope)
  const targets = comparing.targets.map((target) => {
    const operand = foldOperand(target.operand, scope)
    return operand === target.operand ? target : { ...target, operand }
  })
  const isSame = left === comparing.left && isSameList(targets, comparing.targets)
  const folded = isSame ? comparing : { ...comparing, left, targets }
  if (!isHopeless(folded)) return folded
  if (!folded.isNegated) return false
  const isCertain = folded.quantifier === 'every' || !operands.some(isMany)
  return isCertain && folded.binders.length === 0 ? true : folded
}

function foldOperand(operand: Operand, scope: Scope): Operand {
  if (touchesRow(operand) || operand.type === 'value' || operand.type === 'values') return operand
  const { kind, from, to } = operand
  const values = readConstant(operand, scope)
  if (isMany(operand)) return { type: 'values', values, kind, from, to }
  return { type: 'value', value: values[0] ?? null, isWritten: false, kind, from, to }
}

/** Whether an absent or unconvertible value prevents the positive operator from ever holding. */
function isHopeless({ left, targets, family }: Comparing): boolean {
  return targets.every(({ operand, comparison, isGuarded }) =>
    [left, operand].some((side) => {
      if (side.type !== 'value' || (family === 'equal' && side.isWritten)) return false
      const seen = readAs(comparison, side.kind, side.value)
      if (seen === undefined) return true
      if (family !== 'equal') return seen === null
      return isGuarded && (seen === null || seen === '')
    }),
  )
}
