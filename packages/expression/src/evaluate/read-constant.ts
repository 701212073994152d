import type { Call, Operand, RequestPath } from '../check/checked.ts'
import { readDate } from '../check/read-date.ts'
import { isSame } from './is-same.ts'
import { readMacro } from './read-macro.ts'
import { lookUp, type RequestData, type Scope } from './scope.ts'
import { countCharacters, lowerText } from './text.ts'

/** Values of an operand that reads no row; exactly one unless it is a list. */
export function readConstant(operand: Operand, scope: Scope): readonly unknown[] {
  switch (operand.type) {
    case 'value':
      return [operand.value]
    case 'values':
      return operand.values
    case 'const':
      return [scope.constants?.get(operand.name) ?? null]
    case 'macro':
      return [readMacro(operand.name, scope.now)]
    case 'call':
      return [
        callFunction(
          operand,
          operand.args.map((arg) => readConstant(arg, scope)[0]),
          scope,
        ),
      ]
    case 'request':
      return readRequest(operand, scope.request)
    case 'path':
      return []
  }
}

/** Applies a built-in function. */
export function callFunction(call: Call, args: readonly unknown[], scope: Scope): unknown {
  const [arg] = args
  if (call.name === 'now') return scope.now
  if (call.name === 'date')
    return typeof arg === 'string' ? (readDate(arg) ?? null) : readMoment(arg)
  if (call.name === 'len') return countParts(arg)
  return typeof arg === 'string' ? lowerText(arg) : null
}

function readMoment(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

/** Characters of a text, items of a list, otherwise 0. */
export function countParts(value: unknown): number {
  if (typeof value === 'string') return countCharacters(value)
  return Array.isArray(value) ? value.length : 0
}

/** Items of a list; empty for null; the value itself if it is not a list. */
export function listItems(value: unknown): readonly unknown[] {
  if (value === null || value === undefined) return []
  return Array.isArray(value) ? value : [value]
}

function readRequest(path: RequestPath, request: RequestData): readonly unknown[] {
  const raw = readRaw(path, request)
  if (path.modifier === 'isset') return [raw !== undefined]
  if (path.modifier === 'changed') return [hasChanged(path, request)]
  if (path.modifier === 'length') return [countParts(raw)]
  const values = path.isMany ? listItems(raw) : [raw ?? null]
  if (path.modifier !== 'lower') return values
  return values.map((value) => (typeof value === 'string' ? lowerText(value) : value))
}

function readRaw(path: RequestPath, request: RequestData): unknown {
  const group = Object.hasOwn(request, path.group) ? request[path.group] : undefined
  if (path.group !== 'headers') return path.keys.length > 0 ? lookUp(group, path.keys) : group
  for (const [name, value] of Object.entries(group ?? {}))
    if (lowerText(name).replaceAll('-', '_') === path.keys[0]) return value
  return undefined
}

function hasChanged(path: RequestPath, request: RequestData): boolean {
  const sent = readRaw(path, request)
  if (sent === undefined) return false
  // A stored hash cannot be compared with the sent value, so sending any value counts as a change.
  if (path.column?.isHashed) return sent !== null && sent !== ''
  return !isSame(sent, lookUp(request.old, path.keys), path.column?.kind)
}
