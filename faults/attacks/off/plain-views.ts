import type { Plan } from '@plinth/schema'
import type { openFile } from '../../../apps/server/src/databases/sqlite/catalogue/open-file.ts'

/** Replaces the creation of SQLite views: the text is run unchanged, with all of its statements. */
export function createSqliteViews(
  database: ReturnType<typeof openFile>,
  { plan }: { plan: Plan },
): void {
  for (const { operation } of plan.steps)
    if (operation.kind === 'createView')
      database.exec(`create view "${operation.to}" as ${operation.query}`)
}
