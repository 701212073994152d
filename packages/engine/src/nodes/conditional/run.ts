import type { Json } from '../../node/json.ts'
import { done, type NodeRun } from '../../node/node-call.ts'
import { badParameter } from '../../node/node-failure.ts'
import { compare, isEqual } from '../parts/compare.ts'
import type { Operator } from './definition.ts'

function isEmpty(value: Json): boolean {
  if (value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

function contains(left: Json, right: Json): boolean {
  if (Array.isArray(left)) return left.some((entry) => isEqual(entry, right))
  if (typeof left === 'string') return left.includes(asText(right))
  throw badParameter('Only a text or a list can contain something.')
}

function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const HOLDS: Record<Operator, (left: Json, right: Json) => boolean> = {
  equals: isEqual,
  'not-equals': (left, right) => !isEqual(left, right),
  greater: (left, right) => compare(left, right) > 0,
  'greater-or-equal': (left, right) => compare(left, right) >= 0,
  less: (left, right) => compare(left, right) < 0,
  'less-or-equal': (left, right) => compare(left, right) <= 0,
  contains,
  'starts-with': (left, right) => asText(left).startsWith(asText(right)),
  'ends-with': (left, right) => asText(left).endsWith(asText(right)),
  'is-empty': (left) => isEmpty(left),
  'is-not-empty': (left) => !isEmpty(left),
  'is-true': (left) => left === true || left === 'true',
  'is-false': (left) => left === false || left === 'false',
}

export const runConditional: NodeRun = ({ parameters, input }) => {
  const name = String(parameters.operator)
  if (!Object.hasOwn(HOLDS, name)) throw badParameter(`There is no condition "${name}".`)
  const holds = HOLDS[name as Operator](parameters.left ?? null, parameters.right ?? null)
  return done(input, holds ? 'true' : 'false')
}
