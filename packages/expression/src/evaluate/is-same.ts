import type { ColumnKind } from '../check/catalogue.ts'
import { readAs } from './read-as.ts'

/** Whether a submitted value leaves the stored one unchanged; null and "" are equal, except in json. */
export function isSame(sent: unknown, stored: unknown, kind: ColumnKind | undefined): boolean {
  const isBlank = (value: unknown): boolean =>
    value === null || value === undefined || (value === '' && kind !== 'json')
  if (isBlank(sent) || isBlank(stored)) return isBlank(sent) && isBlank(stored)
  if (kind === 'date') {
    const moment = readAs('date', 'date', sent)
    return moment !== undefined && moment === readAs('date', 'date', stored)
  }
  return isDeepEqual(sent, stored, 0)
}

const DEEPEST = 64

function isDeepEqual(a: unknown, b: unknown, depth: number): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  // Deeper than any stored json: treated as changed, which is the safe choice.
  if (depth > DEEPEST || Array.isArray(a) !== Array.isArray(b)) return false
  const left = Object.entries(a)
  const right = new Map(Object.entries(b))
  if (left.length !== right.size) return false
  return left.every(
    ([key, value]) => right.has(key) && isDeepEqual(value, right.get(key), depth + 1),
  )
}
