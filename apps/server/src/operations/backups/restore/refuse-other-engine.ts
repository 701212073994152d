import type { BackupContents, Database, EnvironmentName } from '@plinth/contract'
import { Refusal } from '../../../foundation/http/errors/refusal.ts'
import type { Queryable } from '../../../foundation/platform/database.ts'
import { listUsedEngines } from './engine-store.ts'

export interface Brought {
  projectId: string
  environments: readonly EnvironmentName[]
  contents: readonly Pick<BackupContents, 'environment' | 'database' | 'tables'>[]
}

const WORDS: Record<Database, string> = { sqlite3: 'SQLite', postgres: 'PostgreSQL' }

/**
 * Rows go back into the kind of database they came from. A project is on one kind, so a restore over it would
 * either turn rows into others or leave it with two; what has no tables stands in nobody's way.
 */
export async function refuseOtherEngine(on: Queryable, brought: Brought): Promise<void> {
  const { projectId, environments, contents } = brought
  const used = await listUsedEngines(on, projectId)
  for (const { environment, database, tables } of contents) {
    if (tables === 0 || !environments.includes(environment)) continue
    const other = used.find(({ engine }) => engine !== database)
    if (!other) continue
    throw new Refusal(
      'conflict',
      `The backup's ${environment} is on ${WORDS[database]}, and ${other.name} of this project is on ${WORDS[other.engine]}. ` +
        `Restore it as a new project, which will be on ${WORDS[database]}; to bring its rows to ${WORDS[other.engine]}, ` +
        'run npx plinth export on that project and load the SQL it writes for it.',
    )
  }
}
