import { createHash } from 'node:crypto'

/** A deterministic row id for a short name. */
export function idFor(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `00000000-0000-7000-8000-${hex.slice(0, 12)}`
}

/** Replaces every short row name in a value by its id. */
export function withIds<T>(value: T, names: ReadonlySet<string>): T {
  const visit = (part: unknown): unknown => {
    if (typeof part === 'string') return names.has(part) ? idFor(part) : part
    if (Array.isArray(part)) return part.map(visit)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([key, each]) => [key, visit(each)]))
  }
  return visit(value) as T
}

/** Replaces every quoted short row name in an expression by its id. */
export function ruleWithIds(rule: string, names: ReadonlySet<string>): string {
  return rule.replace(/"(\w+)"/g, (whole, name) => (names.has(name) ? `"${idFor(name)}"` : whole))
}
