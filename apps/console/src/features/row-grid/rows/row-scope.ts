import type { EnvironmentName } from '@plinth/contract'

/** Identifies a table by its synced name in one environment of a project. */
export interface RowScope {
  projectId: string
  environment: EnvironmentName
  table: string
}
