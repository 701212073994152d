import type { EnvironmentName, ProjectData } from '@plinth/contract'

/** Why the server refuses Computed tables of an environment, by table id. */
export type RefusedTables = ReadonlyMap<string, string>

export function refusedTablesOf(
  { refusedQueries = [] }: Pick<ProjectData, 'refusedQueries'>,
  environment: EnvironmentName,
): RefusedTables {
  const own = refusedQueries.filter((each) => each.environment === environment)
  return new Map(own.map(({ tableId, reason }) => [tableId, reason]))
}
