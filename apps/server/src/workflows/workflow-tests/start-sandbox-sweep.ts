import type { StartedJob } from '../../foundation/jobs/jobs.ts'
import { sweepSqliteSandboxes } from '../../rows/runners/sqlite/sqlite-sandbox.ts'
import type { WorkflowsContext } from '../context.ts'

const EVERY_MS = 60_000

/** Removes copies of files that tests of a killed process left. */
export function startSandboxSweep({
  jobs,
  env,
}: Pick<WorkflowsContext, 'jobs' | 'env'>): StartedJob {
  return jobs.start({
    name: 'sandbox-sweep',
    everyMs: EVERY_MS,
    run: () => sweepSqliteSandboxes(env.dataDir),
  })
}
