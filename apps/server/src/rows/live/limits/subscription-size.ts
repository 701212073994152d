import type { Checked, Folded, Operand } from '@plinth/expression'
import { SUBSCRIPTION_BYTES, VALUE_BYTES } from './live-limits.ts'

function ofOperand(operand: Operand): number {
  if (operand.type === 'values') return 1 + operand.values.length
  if (operand.type === 'call') return operand.args.reduce((sum, arg) => sum + ofOperand(arg), 1)
  return operand.type === 'path' ? 1 + operand.hops.length + operand.keys.length : 1
}

function ofNode(node: Checked): number {
  if (node.type === 'constant') return 1
  if (node.type === 'not') return 1 + ofNode(node.item)
  if (node.type !== 'compare') return node.items.reduce((sum, item) => sum + ofNode(item), 1)
  return node.targets.reduce((sum, { operand }) => sum + ofOperand(operand), ofOperand(node.left))
}

/** How many values an expression compares, each item of a list counted, and what joins the comparisons. */
export const valuesOf = (folded: Folded): number =>
  typeof folded === 'boolean' ? 0 : ofNode(folded)

/** Bytes that a subscription counts against the limits: about what it takes if nothing else has its filter. */
export function bytesOf({
  characters,
  values,
}: {
  readonly characters: number
  readonly values: number
}): number {
  // A text with one letter beyond Latin-1 has two bytes for each of its characters.
  return SUBSCRIPTION_BYTES + 2 * characters + VALUE_BYTES * values
}
