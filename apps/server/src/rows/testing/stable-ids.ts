import { createHash } from 'node:crypto'

/** A row's id for a short name of a test. */
export function idFor(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `00000000-0000-7000-8000-${hex.slice(0, 12)}`
}

/** The same value with every short name of a row replaced by its id. */
export function withIds<T>(value: T, names: ReadonlySet<string>): T {
  const visit = (part: unknown): unknown => {
    if (typeof part === 'string') return names.has(part) ? idFor(part) : part
    if (Array.isArray(part)) return part.map(visit)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([key, each]) => [key, visit(each)]))
  }
  return visit(value) as T
}

/** The same expression with every quoted short name of a row replaced. */
export function ruleWithIds(rule: string, names: ReadonlySet<string>): string {
  return rule.replace(/"(\w+)"/g, (whole, name) => (names.has(name) ? `"${idFor(name)}"` : whole))
}
