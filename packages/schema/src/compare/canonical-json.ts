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

/** JSON with sorted keys. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_key, inner) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(
          Object.entries(inner).sort(([left], [right]) => compareTexts(left, right)),
        )
      : inner,
  )
}

function sortById<T extends { id: string }>(items: readonly T[]): T[] {
  return [...items].sort((left, right) => compareTexts(left.id, right.id))
}
