import type { EnvironmentName, ProjectData } from '@plinth/contract'

/** Why Computed tables of an environment are refused, by the tables' ids. */
export type RefusedTables = ReadonlyMap<string, string>

export function refusedTablesOf(
  { refusedQueries = [] }: Pick<ProjectData, 'refusedQueries'>,
  environment: EnvironmentName,
): RefusedTables {
  const own = refusedQueries.filter((each) => each.environment === environment)
  return new Map(own.map(({ tableId, reason }) => [tableId, reason]))
}
