import { Configuration, type Table } from '@plinth/contract'
import { compareTexts } from '../model/sort-tables.ts'

/** A configuration as people may write it, with defaults left out. */
export type ConfigurationInput = (typeof Configuration)['_zod']['input']

/** A table in the form in which equal tables are equal values: the position in a list means nothing. */
export function canonicalTable({ tests = [], ...table }: Table) {
  return {
    ...table,
    // Left out when there are none, so that what was written down before there were any stays the same.
    ...(tests.length === 0 ? {} : { tests }),
    columns: sortById(table.columns),
    query: table.query ?? '',
    indexes: table.indexes ?? [],
  }
}

/** One text for all equal configurations: defaults filled in, keys, tables and fields in a fixed order. */
export function canonicalJson(configuration: ConfigurationInput): string {
  const { tables, ...rest } = Configuration.parse(configuration)
  return canonicalText({ ...rest, tables: sortById(tables.map(canonicalTable)) })
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
