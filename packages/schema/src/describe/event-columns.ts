import type { Table } from '@plinth/contract'
import { shapeOfTable } from '../plan/shapes.ts'

/** Columns contained in row events: those stored in the row, except hidden and hashed ones. */
export function eventColumns(table: Table): Set<string> {
  const own = shapeOfTable(table)
    .columns.filter(({ column: { options } }) => {
      return !(options.isHidden || ('isHashed' in options && options.isHashed))
    })
    .map(({ name }) => name)
  return new Set(['id', ...own, 'createdOn', 'updatedOn'])
}
