import type { EnvironmentName } from '@plinth/contract'

/** Which rows are meant: a table by its name in the database of one environment. */
export interface RowScope {
  projectId: string
  environment: EnvironmentName
  table: string
}
