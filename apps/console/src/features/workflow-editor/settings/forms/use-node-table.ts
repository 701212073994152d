import type { Table, WorkflowNode } from '@plinth/contract'
import { useCurrentProject } from '../../../../state/current-project.tsx'
import { findTable } from '../../graph/find-table.ts'
import { textOf } from '../property/property.ts'

/** The table that a node names; `isOwn` is false for a table of another database. */
export function useNodeTable({ data }: WorkflowNode): { table: Table | undefined; isOwn: boolean } {
  const { tables } = useCurrentProject().configuration.new_configuration
  const { source = 'project', table } = data.parameters
  const isOwn = source === 'project'
  return { table: isOwn ? findTable(tables, textOf(table)) : undefined, isOwn }
}
