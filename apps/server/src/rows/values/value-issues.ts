/** Values that a database could not return exactly as sent are rejected before they are stored. */
const PROTOTYPE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** Why a text cannot be stored; undefined if it can. */
export function textIssue(text: string): string | undefined {
  if (!text.isWellFormed()) return 'Must not contain half a character (a lone surrogate)'
  return text.includes('\0') ? 'Must not contain the character NUL' : undefined
}

/** Why a number cannot be stored; integers beyond 2^53 − 1 may not be read back as written. */
export function numberIssue(value: number): string | undefined {
  if (!Number.isFinite(value)) return 'Must be a finite number'
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return 'Must be between −(2^53 − 1) and 2^53 − 1'
  return Object.is(value, -0) ? 'Must not be −0' : undefined
}

export interface JsonIssue {
  readonly path: string
  readonly message: string
}

interface JsonPosition {
  readonly path: string
  /** Remaining levels of objects and lists. */
  readonly levels: number
}

/** Why a JSON value cannot be stored, with the path of the offending part. */
export function jsonIssue(value: unknown, { path, levels }: JsonPosition): JsonIssue | undefined {
  if (typeof value === 'string') return at(path, textIssue(value))
  if (typeof value === 'number') return at(path, numberIssue(value))
  if (typeof value === 'boolean' || value === null) return undefined
  if (typeof value !== 'object') return at(path, 'Must be JSON')
  if (levels === 0) return at(path, 'Is nested too deep for this field')
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const found = jsonIssue(item, { path: `${path}.${index}`, levels: levels - 1 })
      if (found) return found
    }
    return undefined
  }
  for (const [key, item] of Object.entries(value)) {
    if (PROTOTYPE_KEYS.has(key)) return at(path, `Must not contain the key ${key}`)
    const odd = textIssue(key)
    if (odd) return at(path, 'Must not contain a key with NUL or half a character')
    const found = jsonIssue(item, { path: `${path}.${key}`, levels: levels - 1 })
    if (found) return found
  }
  return undefined
}

function at(path: string, message: string | undefined): JsonIssue | undefined {
  return message === undefined ? undefined : { path, message }
}
