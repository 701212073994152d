import type { Catalogue } from '../check/catalogue.ts'
import type { Data, Scope } from '../evaluate/scope.ts'
import type { Tables } from './world.ts'

/** Everything the naive evaluator can read. */
export type TestData = {
  readonly catalogue: Catalogue
  readonly tables: Tables
  readonly scope: Scope
  readonly home?: string
  readonly row?: Data
}

export function listOf(value: unknown): readonly unknown[] {
  if (value === null || value === undefined) return []
  return Array.isArray(value) ? value : [value]
}

export function step(value: unknown, key: string | number): unknown {
  if (value === null || typeof value !== 'object') return null
  if (Array.isArray(value)) return typeof key === 'number' ? (value[key] ?? null) : null
  if (typeof key === 'number') return null
  return new Map(Object.entries(value)).get(key) ?? null
}

export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Array.from(value).length
  return Array.isArray(value) ? value.length : 0
}

export function small(value: unknown): unknown {
  if (typeof value !== 'string') return value
  return Array.from(value, (letter) =>
    letter >= 'A' && letter <= 'Z' ? letter.toLowerCase() : letter,
  ).join('')
}
