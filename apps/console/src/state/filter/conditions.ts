import { type Expression, type OperandNode, parse, print } from '@plinth/expression'
import { type FilterField, type FilterOperator, operatorsOf } from './filter-fields.ts'

/** One line of the filter builder. */
export interface Condition {
  field: string
  /** The id of the operator. */
  operator: string
  /** The entered values as text; empty until the user enters one. */
  values: readonly string[]
}

/** Conditions and groups of them, joined by one word. */
export interface Conditions {
  join: 'and' | 'or'
  items: readonly (Condition | Conditions)[]
}

/** Groups in groups that the builder shows; more is easier to read as text. */
export const MAX_GROUP_DEPTH = 3

export const isGroup = (item: Condition | Conditions): item is Conditions => 'items' in item

const AT = { from: 0, to: 0 }

function operandOf({ type }: FilterField, text: string): OperandNode | undefined {
  if (type === 'number') {
    const value = Number(text)
    return text.trim() === '' || !Number.isFinite(value)
      ? undefined
      : { ...AT, type: 'number', value }
  }
  if (type === 'checkbox') return { ...AT, type: 'boolean', value: text === 'true' }
  // The expression language rejects NUL and lone surrogates.
  const value = text.replaceAll('\0', '').toWellFormed()
  return value === '' ? undefined : { ...AT, type: 'text', value }
}

function rightOf(field: FilterField, operator: FilterOperator, values: readonly string[]) {
  if (operator.values === 'none') {
    return operator.fixed === 0
      ? ({ ...AT, type: 'number', value: 0 } as const)
      : ({ ...AT, type: 'null' } as const)
  }
  const items = values.flatMap((value) => operandOf(field, value) ?? [])
  if (operator.values === 'one') return items[0]
  return items.length === 0 ? undefined : ({ ...AT, type: 'list', items } as const)
}

/** Undefined while a value is missing. */
function comparisonOf(
  { field: name, operator: id, values }: Condition,
  fields: readonly FilterField[],
): Expression | undefined {
  const field = fields.find((one) => one.name === name)
  const operator = field && operatorsOf(field).find((one) => one.id === id)
  const right = operator && rightOf(field, operator, values)
  if (!right) return undefined
  const path = { ...AT, type: 'path', segments: [{ ...AT, name }] } as const
  const left = operator.fixed === 0 ? ({ ...path, modifier: 'length' } as const) : path
  const { operator: mark, isSome = false } = operator
  return { ...AT, type: 'compare', operator: mark, isSome, left, right }
}

function expressionOf(
  item: Condition | Conditions,
  fields: readonly FilterField[],
): Expression | undefined {
  if (!isGroup(item)) return comparisonOf(item, fields)
  const parts = item.items.flatMap((one) => expressionOf(one, fields) ?? [])
  return parts.length > 1 ? { ...AT, type: item.join, items: parts } : parts[0]
}

/** The expression of the conditions; those without a value are left out. */
export function printConditions(conditions: Conditions, fields: readonly FilterField[]): string {
  const expression = expressionOf(conditions, fields)
  return expression ? print(expression) : ''
}

function textOf(node: OperandNode): string | undefined {
  return node.type === 'text' || node.type === 'number' || node.type === 'boolean'
    ? `${node.value}`
    : undefined
}

/** The entered values of a right side; undefined if the operator does not have it. */
function valuesOf(operator: FilterOperator, right: OperandNode): string[] | undefined {
  if (operator.values === 'none') {
    const isNull = right.type === 'null' || (right.type === 'text' && right.value === '')
    const isFixed = operator.fixed === 0 ? right.type === 'number' && right.value === 0 : isNull
    return isFixed ? [] : undefined
  }
  const nodes = right.type === 'list' ? right.items : [right]
  const texts = nodes.flatMap((node) => textOf(node) ?? [])
  const isList = right.type === 'list'
  if (texts.length !== nodes.length || isList !== (operator.values === 'several')) return undefined
  return texts.some((text) => text === '') ? undefined : texts
}

function readCondition(node: Expression, fields: readonly FilterField[]): Condition | undefined {
  if (node.type !== 'compare' || node.left.type !== 'path' || node.left.root) return undefined
  const { segments, modifier } = node.left
  const field = fields.find(({ name }) => name === segments[0]?.name)
  if (!field || segments.length > 1) return undefined
  for (const operator of operatorsOf(field)) {
    const isSame =
      operator.operator === node.operator &&
      (operator.isSome ?? false) === node.isSome &&
      modifier === (operator.fixed === 0 ? 'length' : undefined)
    const values = isSame ? valuesOf(operator, node.right) : undefined
    if (values) return { field: field.name, operator: operator.id, values }
  }
  return undefined
}

/** The conditions joined by an expression, itself included if it is one; undefined if one cannot be shown. */
function readGroup(
  node: Expression,
  fields: readonly FilterField[],
  depth: number,
): Conditions | undefined {
  const isJoined = node.type === 'and' || node.type === 'or'
  const nodes = isJoined ? node.items : [node]
  const items = nodes.flatMap((one) => {
    const isNested = one.type === 'and' || one.type === 'or'
    if (isNested && depth >= MAX_GROUP_DEPTH) return []
    const item = isNested ? readGroup(one, fields, depth + 1) : readCondition(one, fields)
    return item ? [item] : []
  })
  return items.length === nodes.length ? { join: isJoined ? node.type : 'and', items } : undefined
}

/** The conditions of an expression; undefined if the builder cannot show it. */
export function readConditions(
  text: string,
  fields: readonly FilterField[],
): Conditions | undefined {
  const parsed = parse(text)
  if (!parsed.ok) return undefined
  const { expression } = parsed
  return expression ? readGroup(expression, fields, 0) : { join: 'and', items: [] }
}
