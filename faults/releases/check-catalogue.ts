import type { EnvironmentName } from '@plinth/contract'
import { configurationsEqual, NEW_PREFIX, planMigration } from '@plinth/schema'
import { openDatabase } from '../../apps/server/src/foundation/platform/database.ts'
import { findTarget } from '../../apps/server/src/projects/environments/target-store.ts'
import type { ProjectUnderTest } from './project-under-test.ts'
import type { ReleaseSetup } from './release-setup.ts'

/** Whether a database matches the platform's records exactly: configuration, tables, and nothing half done. */
export async function checkCatalogue(
  setup: ReleaseSetup,
  { project, environment }: { project: ProjectUnderTest; environment: EnvironmentName },
): Promise<string[]> {
  const db = openDatabase({ url: setup.databaseUrl(), maxConnections: 1, onError: () => undefined })
  const target = await findTarget(db, { projectId: project.id, environment }).finally(() =>
    db.close(),
  )
  if (!target) return [`${environment} is lost`]
  if (target.placement.engine !== setup.engineName) return []
  const believed = await project.believed(environment)
  const live = await setup.engine.readCatalogue(target.placement)
  const plan = planMigration({ live, wanted: believed })
  const names = live.tables.flatMap(({ name, columns, indexes }) => [
    name,
    ...columns.map((column) => column.name),
    ...indexes.map((index) => index.name),
  ])
  const waiting = names.filter((name) => name.startsWith(NEW_PREFIX))
  return [
    ...(configurationsEqual(live.applied, believed) ? [] : ['record and configuration differ']),
    ...plan.steps.map((step) => `the tables are not as recorded: ${step.words}`),
    ...waiting.map((name) => `left half done: ${name}`),
  ].map((problem) => `${environment}: ${problem}`)
}
