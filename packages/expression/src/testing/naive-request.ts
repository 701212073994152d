import type { CatalogueColumn } from '../check/catalogue.ts'
import type { Scope } from '../evaluate/scope.ts'
import type { OperandNode, PathNode } from '../syntax/syntax.ts'
import { type Measured, tagDate } from './naive-compare.ts'
import { listOf, sizeOf, small, step, type TestData } from './naive-values.ts'

/** Value of a literal, macro or call. */
export function measureWritten(
  node: OperandNode,
  scope: Scope,
  args: readonly Measured[],
): Measured {
  const written = { isOutside: false, isWritten: true }
  if (node.type === 'text') return { ...written, values: [node.value], type: 'text' }
  if (node.type === 'number') return { ...written, values: [node.value], type: 'number' }
  if (node.type === 'boolean') return { ...written, values: [node.value], type: 'bool' }
  if (node.type === 'null') return { ...written, values: [null], type: 'nothing' }
  const isOutside = args.some((arg) => arg.isOutside)
  const given = { isOutside, isWritten: false }
  if (node.type === 'macro')
    return { ...given, values: [moment(node.name, scope.now)], type: 'date' }
  const value = args[0]?.values[0]
  const name = node.type === 'call' ? node.name : ''
  if (name === 'now') return { ...given, values: [scope.now], type: 'date' }
  if (name === 'len') return { ...given, values: [sizeOf(value)], type: 'number' }
  if (name === 'lower')
    return { ...given, values: [typeof value === 'string' ? small(value) : null], type: 'text' }
  const read = typeof value === 'string' ? Number(tagDate(value).replace('date ', '')) : value
  return { ...given, values: [Number.isNaN(read) ? null : (read ?? null)], type: 'date' }
}

/** Times of macros, computed through ISO text. */
function moment(name: string, now: number): number {
  const iso = new Date(now).toISOString()
  const [year = 0, month = 0, day = 0] = iso.slice(0, 10).split('-').map(Number)
  const starts = new Map([
    ['today', [`${iso.slice(0, 10)}T00:00:00Z`, Date.UTC(year, month - 1, day + 1)]],
    ['month', [`${iso.slice(0, 7)}-01T00:00:00Z`, Date.UTC(year, month, 1)]],
    ['year', [`${iso.slice(0, 4)}-01-01T00:00:00Z`, Date.UTC(year + 1, 0, 1)]],
  ] as const)
  const [, span = '', edge = ''] = /^@(today|month|year)(Start|End)$/.exec(name) ?? []
  const found = starts.get(span as 'today')
  if (!found) return now
  return edge === 'Start' ? Date.parse(found[0]) : found[1] - 1
}

/** Value of a path into the request or the constants. */
export function readRequest(town: TestData, path: PathNode): Measured {
  const names = path.segments.map((segment) => segment.name)
  const [group = '', first = ''] = names
  if (path.root?.type === '@const') {
    const value = town.scope.constants?.get(String(group)) ?? null
    return { values: [value], type: 'input', isOutside: true, isWritten: false }
  }
  const given = new Map(Object.entries(town.scope.request)).get(String(group))
  const column = columnOf(town, String(group), String(first))
  const value = reach(group, names, given)
  const shape = { isOutside: group !== 'old', isWritten: false }
  if (path.modifier === 'isset')
    return { ...shape, values: [isSent(group, names, given)], type: 'bool' }
  if (path.modifier === 'changed') {
    const before = step(town.scope.request.old, first)
    const isSentAtAll = isSent(group, names, given)
    const hasChanged = isSentAtAll && spell(value, column) !== spell(before, column)
    return { ...shape, values: [hasChanged], type: 'bool' }
  }
  if (path.modifier === 'length') return { ...shape, values: [sizeOf(value)], type: 'number' }
  const isList = path.modifier === 'each' || column?.isMany
  const values = isList ? listOf(value) : [value]
  const flat = group === 'query' || group === 'headers' ? 'input' : 'text'
  const isFixed =
    ['method', 'context', 'env'].includes(String(group)) ||
    ['id', 'table', 'kind'].includes(String(first))
  const free = isFixed || flat === 'input' ? flat : 'free'
  const type = column ? (column.kind === 'id' ? 'text' : column.kind) : free
  return { ...shape, values: path.modifier === 'lower' ? values.map(small) : values, type }
}

function columnOf(town: TestData, group: string, name: string): CatalogueColumn | undefined {
  const table =
    group === 'auth' ? 'user' : group === 'body' || group === 'old' ? town.home : undefined
  if (group === 'auth' && ['id', 'table', 'kind'].includes(name)) return undefined
  return town.catalogue.tables.get(table ?? '')?.columns.get(name)
}

function headersOf(headers: unknown): unknown {
  const pairs = Object.entries(headers ?? {})
  return Object.fromEntries(
    pairs.map(([name, value]) => [String(small(name)).split('-').join('_'), value]),
  )
}

function reach(
  group: string | number,
  names: readonly (string | number)[],
  input: unknown,
): unknown {
  const start: unknown = group === 'headers' ? headersOf(input) : input
  return names.slice(1).reduce<unknown>((value, name) => step(value, name), start ?? null)
}

function isSent(
  group: string | number,
  names: readonly (string | number)[],
  value: unknown,
): boolean {
  const holder = reach(group, names.slice(0, -1), value)
  const last = names.at(-1) ?? ''
  return holder !== null && typeof holder === 'object' && Object.keys(holder).includes(String(last))
}

function spell(value: unknown, column: CatalogueColumn | undefined): string {
  if (value === null || value === undefined || (value === '' && column?.kind !== 'json'))
    return 'nothing'
  if (column?.isHashed) return 'sent'
  if (column?.kind === 'date') return String(new Date(String(value)).getTime())
  return JSON.stringify(value, (_, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
