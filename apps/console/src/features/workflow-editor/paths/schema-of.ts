import type { WorkflowNode } from '@plinth/contract'

type Json = WorkflowNode['data']['parameters'][string]

/** One value inside a document: where it is, what it is and an example. */
export interface SchemaEntry {
  /** The expression that reads it, without braces. */
  path: string
  name: string
  type: string
  depth: number
  /** Printed value of a leaf; empty for objects and arrays. */
  example: string
}

export const MAX_ENTRIES = 100
const MAX_DEPTH = 6
const MAX_EXAMPLE = 60
const IS_NAME = /^[A-Za-z_$][\w$]*$/

/** Appends a step to a path of the expression language. */
export function stepPath(base: string, step: string | number): string {
  if (typeof step === 'number') return `${base}[${step}]`
  return IS_NAME.test(step) ? `${base}.${step}` : `${base}[${JSON.stringify(step)}]`
}

function typeOf(value: Json): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? `array (${value.length})` : typeof value
}

function exampleOf(value: Json): string {
  if (typeof value === 'object' && value !== null) return ''
  const text = String(value)
  return text.length > MAX_EXAMPLE ? `${text.slice(0, MAX_EXAMPLE)}…` : text
}

/** The entries inside a value; an array is described by its first item. */
function entriesOf(value: Json): [string | number, Json][] {
  if (Array.isArray(value)) return value.length === 0 ? [] : [[0, value[0] as Json]]
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

/** A value as a list of paths with their types, at most `MAX_ENTRIES`. */
export function schemaOf(value: Json, root: string): SchemaEntry[] {
  const entries: SchemaEntry[] = []
  const add = (one: Json, at: Pick<SchemaEntry, 'path' | 'name' | 'depth'>) => {
    if (entries.length >= MAX_ENTRIES) return
    entries.push({ ...at, type: typeOf(one), example: exampleOf(one) })
    if (at.depth >= MAX_DEPTH) return
    for (const [step, inner] of entriesOf(one)) {
      const name = typeof step === 'number' ? `[${step}]` : step
      add(inner, { path: stepPath(at.path, step), name, depth: at.depth + 1 })
    }
  }
  add(value, { path: root, name: root, depth: 0 })
  return entries
}
