import type { NodeProperty, Table } from '@plinth/contract'
import { catalogueOf, readRowFilter } from '@plinth/expression'
import { eventColumns } from '@plinth/schema'
import { useMemo } from 'react'
import { useCurrentProject } from '../../../../state/current-project.tsx'
import { type FilterField, listFilterFields } from '../../../../state/filter/filter-fields.ts'

/** Whether a filter decides about a row event: it sees the changed row alone and evaluates no `{{ }}`. */
export function isEventFilter({ ui }: NodeProperty): boolean {
  return ui.language === 'row-filter'
}

/** The fields that a filter can compare; of a row event, those that the event contains. */
export function filterFieldsOf(table: Table, property: NodeProperty): FilterField[] {
  const fields = listFilterFields(table)
  if (!isEventFilter(property)) return fields
  const contained = eventColumns(table)
  return fields.filter(({ name }) => contained.has(name))
}

/** What is wrong with the filter of a row event, as the server checks it. */
export function useEventFilterIssue(text: string, table: Table | undefined): string | undefined {
  const { new_configuration: configuration } = useCurrentProject().configuration
  return useMemo(() => {
    if (!table || text.trim() === '') return undefined
    const ground = { catalogue: catalogueOf(configuration), columns: eventColumns(table) }
    const read = readRowFilter(text, { ...ground, table: table.name })
    return read.ok ? undefined : read.issues[0]?.message
  }, [configuration, table, text])
}
