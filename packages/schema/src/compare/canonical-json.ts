import { Configuration, type Table } from '@plinth/contract'
import { compareTexts } from '../model/sort-tables.ts'

/** A configuration before parsing, with optional defaults. */
export type ConfigurationInput = (typeof Configuration)['_zod']['input']

/** Canonical form of a table: equal tables give equal values, independent of list positions. */
export function canonicalTable({ tests = [], live = false, ...table }: Table) {
  return {
    ...table,
    // Omitted if empty, so that digests stored before they existed stay valid.
    ...(tests.length === 0 ? {} : { tests }),
    ...(live ? { live } : {}),
    columns: sortById(table.columns),
    query: table.query ?? '',
    indexes: table.indexes ?? [],
  }
}

/** Canonical text of a configuration: defaults filled in, keys, tables and fields in a fixed order. */
export function canonicalJson(configuration: ConfigurationInput): string {
  const { tables, ...rest } = Configuration.parse(configuration)
  return canonicalText({ ...rest, tables: sortById(tables.map(canonicalTable)) })
}

/** The canonical text with the fields of each table in the order of their list, which decides ties. */
export function storedJson(configuration: ConfigurationInput): string {
  const { tables, ...rest } = Configuration.parse(configuration)
  const listed = tables.map((table) => ({ ...canonicalTable(table), columns: table.columns }))
  return canonicalText({ ...rest, tables: sortById(listed) })
}

/** A copy of a JSON value whose objects have sorted keys. */
export function sortKeys<T>(value: T): T
export function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => sortKeys(item))
  if ('toJSON' in value && typeof value.toJSON === 'function') return sortKeys(value.toJSON())
  const entries = Object.entries(value).sort(([left], [right]) => compareTexts(left, right))
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortKeys(inner)]))
}

/** JSON with sorted keys. Sorting first is twice as fast as a replacer of `JSON.stringify`. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(sortKeys(value))
}

function sortById<T extends { id: string }>(items: readonly T[]): T[] {
  return [...items].sort((left, right) => compareTexts(left.id, right.id))
}
