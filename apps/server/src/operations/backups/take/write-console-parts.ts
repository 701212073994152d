import type { Queryable } from '../../../foundation/platform/database.ts'
import { selectSavedQueries } from '../../../projects/saved-queries/saved-query-store.ts'
import { readWrittenViews } from '../../../projects/table-views/view-copy-store.ts'
import type { ArchivedQuery, ArchivedView } from '../archive/project-parts.ts'
import type { ArchiveWriter } from '../archive/write-archive.ts'

/** Writes saved queries and named views. They belong to the schema that is edited in dev, so they are parts of dev. */
export async function writeConsoleParts(
  on: Queryable,
  { writer, projectId }: { writer: ArchiveWriter; projectId: string },
): Promise<void> {
  const queries = writer.series((number) => `dev/queries.${number}.ndjson`)
  for (const { id, name, sql } of await selectSavedQueries(on, projectId))
    await queries.write(`${JSON.stringify({ id, name, sql } satisfies ArchivedQuery)}\n`)
  await queries.end()
  const views = writer.series((number) => `dev/views.${number}.ndjson`)
  for await (const view of readWrittenViews(on, { projectId }))
    await views.write(`${JSON.stringify(view satisfies ArchivedView)}\n`)
  await views.end()
}
