import { isObject, type Json } from '../node/json.ts'
import type { Scope } from '../node/scope.ts'
import type { Path } from './parse-path.ts'

type Found = { value: Json } | { issue: string }

function rootOf({ root, steps }: Path, scope: Scope): { found: Found; skipped: number } {
  const [first] = steps
  if (root === 'node') {
    const value = scope.node(String(first))
    return {
      found:
        value === undefined
          ? { issue: `The node "${first}" has not run before this one.` }
          : { value },
      skipped: 1,
    }
  }
  if (root === 'const') {
    const entries = scope.constants
    if (first === undefined) return { found: { value: Object.fromEntries(entries) }, skipped: 0 }
    const value = entries.get(String(first))
    return {
      found: value === undefined ? { issue: `There is no constant "${first}".` } : { value },
      skipped: 1,
    }
  }
  return { found: { value: scope[root] }, skipped: 0 }
}

/** Reads one segment, own properties only. */
function stepInto(value: Json, step: string | number): Json | undefined {
  if (Array.isArray(value) || typeof value === 'string') {
    if (step === 'length') return value.length
    return typeof step === 'number' ? value[step] : undefined
  }
  if (!isObject(value)) return undefined
  return Object.hasOwn(value, step) ? value[step] : undefined
}

function writeStep(step: string | number): string {
  if (typeof step === 'number') return `[${step}]`
  return /^[A-Za-z_$][\w$]*$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`
}

/** Resolves a path in the data; a missing segment is an issue, never an empty value. */
export function readPath(path: Path, scope: Scope): Found {
  const { found, skipped } = rootOf(path, scope)
  if ('issue' in found) return found
  let { value } = found
  for (const [index, step] of path.steps.entries()) {
    if (index < skipped) continue
    const next = stepInto(value, step)
    if (next === undefined) {
      const before = `$${path.root}${path.steps.slice(0, index).map(writeStep).join('')}`
      const what = value === null ? `${before} is null` : `${before} has no "${step}"`
      return { issue: `${path.text} is missing: ${what}.` }
    }
    value = next
  }
  return { value }
}
