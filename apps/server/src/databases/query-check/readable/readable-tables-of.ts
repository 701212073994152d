import { type Configuration, SYSTEM_COLUMNS } from '@plinth/contract'
import { shapesOf } from '@plinth/schema'
import type { ReadableTable } from './readable-table.ts'

/** The tables that the query of a Computed table may read, without columns that are hidden or hashed. */
export function readableTablesOf(configuration: Configuration): ReadableTable[] {
  const { tables, views } = shapesOf(configuration)
  const stored = [...tables.values()].map(({ name, columns }) => {
    const isHidden = ({ column: { options } }: (typeof columns)[number]) =>
      options.isHidden || ('isHashed' in options && options.isHashed === true)
    return {
      name,
      columns: [
        ...SYSTEM_COLUMNS,
        ...columns.filter((each) => !isHidden(each)).map((each) => each.name),
      ],
      hiddenColumns: columns.filter(isHidden).map((each) => each.name),
    }
  })
  return [...stored, ...[...views.values()].map(({ name, query }) => ({ name, query }))]
}
