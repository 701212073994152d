import type { Column, Configuration, Table } from '@plinth/contract'
import { checkNames } from '@plinth/schema'
import { useDeferredValue, useMemo } from 'react'
import { tableStrings as strings } from '../strings/table-strings.ts'

interface Named {
  configuration: Configuration
  /** The table in its current, unsaved state. */
  table: Table
  /** The field in its current, unsaved state; undefined when the table's name is checked. */
  column?: Column
}

function findWarning({ configuration, table, column }: Named): string | undefined {
  if ((column ?? table).name === '') return undefined
  const columns = column
    ? [...table.columns.filter(({ id }) => id !== column.id), column]
    : table.columns
  // The fields of other tables are dropped, because only those tables' names matter here.
  const others = configuration.tables
    .filter(({ id }) => id !== table.id)
    .map((other) => ({ ...other, columns: [] }))
  const problems = checkNames({ ...configuration, tables: [...others, { ...table, columns }] })
  return problems.find(
    (issue) =>
      issue.tableId === table.id &&
      issue.columnId === (column?.id ?? null) &&
      issue.path.endsWith('.name'),
  )?.message
}

/** Why Sync would refuse a name; it can still be saved in the draft. */
export function useNameWarning(named: Named): string | undefined {
  const table = useDeferredValue(named.table)
  const column = useDeferredValue(named.column)
  const { configuration } = named
  return useMemo(() => {
    const message = findWarning({ configuration, table, ...(column ? { column } : {}) })
    return message === undefined ? undefined : strings.refused(message)
  }, [configuration, table, column])
}
