import type { BackupContents, Database, EnvironmentName } from '@plinth/contract'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import type { Queryable } from '../../../foundation/platform/database.ts'
import { listUsedEngines } from './engine-store.ts'

export interface Brought {
  projectId: string
  environments: readonly EnvironmentName[]
  contents: readonly Pick<BackupContents, 'environment' | 'database' | 'tables'>[]
}

const WORDS: Record<Database, string> = { sqlite3: 'SQLite', postgres: 'PostgreSQL' }

/**
 * Rows are restored to the database type they came from. A project has one type, so a restore over it would
 * either convert rows or leave it with two. Environments without tables do not count.
 */
export async function refuseOtherEngine(on: Queryable, brought: Brought): Promise<void> {
  const { projectId, environments, contents } = brought
  const used = await listUsedEngines(on, projectId)
  for (const { environment, database, tables } of contents) {
    if (tables === 0 || !environments.includes(environment)) continue
    const other = used.find(({ engine }) => engine !== database)
    if (!other) continue
    throw new ApiError(
      'conflict',
      `The backup's ${environment} is on ${WORDS[database]}, and ${other.name} of this project is on ${WORDS[other.engine]}. ` +
        `Restore it as a new project, which will be on ${WORDS[database]}; to bring its rows to ${WORDS[other.engine]}, ` +
        'run npx plinth-server export on that project and load the SQL it writes for it.',
    )
  }
}
