/** One field before and after; undefined where it did not exist. */
export interface ChangedField {
  name: string
  before: string | undefined
  after: string | undefined
  changed: boolean
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function print(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

function partsOf(side: unknown): Map<string, string> {
  if (side === null || side === undefined) return new Map()
  if (!isRecord(side)) return new Map([['', print(side)]])
  return new Map(Object.entries(side).map(([name, value]) => [name, print(value)]))
}

/** Pairs the fields of both sides. */
export function changedFields(before: unknown, after: unknown): ChangedField[] {
  const [was, is] = [partsOf(before), partsOf(after)]
  return [...new Set([...was.keys(), ...is.keys()])].map((name) => ({
    name,
    before: was.get(name),
    after: is.get(name),
    changed: was.get(name) !== is.get(name),
  }))
}

/** Fields that identify an item to users, in order of preference. */
const NAMES = ['key', 'domain', 'email', 'name', 'state'] as const

/** Name of the item that an entry is about, or its new state; undefined if it has neither. */
export function subjectOf(entry: { before?: unknown; after?: unknown }): string | undefined {
  const side = entry.after ?? entry.before
  if (!isRecord(side)) return undefined
  return NAMES.map((name) => side[name]).find((value) => typeof value === 'string')
}
