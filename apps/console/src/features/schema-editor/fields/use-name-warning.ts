import type { Column, Configuration, Table } from '@plinth/contract'
import { checkNames } from '@plinth/schema'
import { useDeferredValue, useMemo } from 'react'
import { tableStrings as strings } from '../strings/table-strings.ts'

interface Named {
  configuration: Configuration
  /** The table as the form has it. */
  table: Table
  /** The field as the form has it, when it is about one. */
  column?: Column
}

function findWarning({ configuration, table, column }: Named): string | undefined {
  if ((column ?? table).name === '') return undefined
  const columns = column
    ? [...table.columns.filter(({ id }) => id !== column.id), column]
    : table.columns
  // Only the table at hand keeps its fields: the others matter by their names alone.
  const others = configuration.tables
    .filter(({ id }) => id !== table.id)
    .map((other) => ({ ...other, columns: [] }))
  const found = checkNames({ ...configuration, tables: [...others, { ...table, columns }] })
  return found.find(
    (issue) =>
      issue.tableId === table.id &&
      issue.columnId === (column?.id ?? null) &&
      issue.path.endsWith('.name'),
  )?.message
}

/** What Sync will say against a name; drafting goes on all the same. */
export function useNameWarning(named: Named): string | undefined {
  const table = useDeferredValue(named.table)
  const column = useDeferredValue(named.column)
  const { configuration } = named
  return useMemo(() => {
    const message = findWarning({ configuration, table, ...(column ? { column } : {}) })
    return message === undefined ? undefined : strings.refused(message)
  }, [configuration, table, column])
}
