import type { EnvironmentName } from '@plinth/contract'
import { tablePlace } from '../../../state/places.ts'

/** Identifies a table by its synced name in one environment of a project. */
export interface RowScope {
  projectId: string
  environment: EnvironmentName
  table: string
}

/** The address of a row of another table in the same environment. */
export function rowPlace(
  { projectId, environment }: RowScope,
  row: { tableId: string; rowId: string },
): string {
  return tablePlace({ projectId, environment, ...row })
}
