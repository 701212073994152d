import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type UserWorkspaceConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, in this order: started last, one of them would run alone at the end. */
const SLOWEST = [
  'rows/files/move/move-files.test.ts',
  'rows/live/feed/shared-reads.test.ts',
  'app/http-tests/matrix.test.ts',
  'workflows/triggers/stopped-triggers.test.ts',
  'rows/write/storage-budget.test.ts',
  'rows/read/legitimate-queries.test.ts',
  'databases/tests/migrations.test.ts',
  'app/http-tests/stopped-projects.test.ts',
  'operations/backups/installation/installation.test.ts',
  'operations/backups/command/commands.test.ts',
  'app/commands/documented-commands.test.ts',
  'databases/tests/plan-pairs.test.ts',
  'rows/app-sign-in/app-codes.test.ts',
  'accounts/passwords/sign-in-limit.test.ts',
  'foundation/embedded/start-embedded-crash.test.ts',
  'fences/boundaries.test.ts',
]

const PACKAGES = join(import.meta.dirname, 'packages')

/** The functions of packages have no state, so that their test files can share workers. */
function projectOf(name: string): UserWorkspaceConfig {
  const root = join(PACKAGES, name)
  return {
    test: { name: `@plinth/${name}`, root, pool: 'threads', isolate: false, testTimeout: 30_000 },
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = SLOWEST.findIndex((name) => moduleId.endsWith(`/${name}`))
  return rank === -1 ? SLOWEST.length : rank
}

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    projects: [
      ...readdirSync(PACKAGES).map(projectOf),
      'apps/*',
      'apps/server/vitest.alone.config.ts',
      {
        test: {
          name: 'fences',
          include: ['fences/**/*.test.ts'],
          testTimeout: 120_000,
          // The hooks run the checks on a copy of the whole repository, while other files are tested.
          hookTimeout: 300_000,
        },
      },
      { test: { name: 'faults', include: ['faults/**/*.test.ts'], testTimeout: 120_000 } },
      { test: { name: 'ops', include: ['ops/**/*.test.ts'], testTimeout: 120_000 } },
    ],
  },
})
