import type { Expression, OperandNode, PathNode } from './syntax.ts'

/** Prints the canonical form of an expression; parsing it gives the same expression. */
export function print(expression: Expression): string {
  switch (expression.type) {
    case 'constant':
      return String(expression.value)
    case 'not':
      return `!(${print(expression.item)})`
    case 'and':
      return expression.items.map((item) => wrap(item, ['and', 'or'])).join(' && ')
    case 'or':
      return expression.items.map((item) => wrap(item, ['or'])).join(' || ')
    case 'compare': {
      const mark = `${expression.isSome ? '?' : ''}${expression.operator}`
      return `${printOperand(expression.left)} ${mark} ${printOperand(expression.right)}`
    }
  }
}

function wrap(item: Expression, types: readonly string[]): string {
  return types.includes(item.type) ? `(${print(item)})` : print(item)
}

function printOperand(operand: OperandNode): string {
  switch (operand.type) {
    case 'number':
      return printNumber(operand.value)
    case 'text':
      // JSON's escapes are a subset of this language's.
      return JSON.stringify(operand.value)
    case 'boolean':
      return String(operand.value)
    case 'null':
      return 'null'
    case 'macro':
      return operand.name
    case 'list':
      return `[${operand.items.map(printOperand).join(', ')}]`
    case 'call':
      return `${operand.name}(${operand.args.map(printOperand).join(', ')})`
    case 'path':
      return printPath(operand)
  }
}

function printPath({ root, segments, modifier }: PathNode): string {
  const names = segments.map((segment) => segment.name).join('.')
  const end = modifier ? `:${modifier}` : ''
  if (!root) return names + end
  if (root.type !== '@table') return `${root.type}.${names}${end}`
  return `@table.${root.table}${root.alias ? `:${root.alias}` : ''}.${names}${end}`
}

function printNumber(value: number): string {
  const [mantissa = '', exponent] = String(value).split('e-')
  if (exponent === undefined) return mantissa
  // The grammar has no exponents, and numbers beyond 2^53 are rejected: only small numbers get here.
  const sign = mantissa.startsWith('-') ? '-' : ''
  const digits = mantissa.replace('-', '').replace('.', '')
  return `${sign}0.${'0'.repeat(Number(exponent) - 1)}${digits}`
}
