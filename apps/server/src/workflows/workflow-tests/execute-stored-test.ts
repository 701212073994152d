import { setImmediate } from 'node:timers/promises'
import { MAX_TEST_MS, type WorkflowSettings, type WorkflowTest } from '@plinth/contract'
import { executeTest, type Json, type Plan, type Ports, type TestExecution } from '@plinth/engine'
import { FairQueue } from '../../foundation/concurrency/fair-queue.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import { listPlainConstants } from '../../projects/constants/constant-store.ts'
import type { WorkflowsContext } from '../context.ts'
import { listCredentialsByName } from '../definitions/staged-workflow-store.ts'
import { callRows } from '../runs/execute/call-rows.ts'
import { callSql } from '../runs/execute/call-sql.ts'

type TestContent = Pick<WorkflowTest, 'run' | 'payload' | 'now' | 'times' | 'pins'>

interface StoredTest {
  projectId: string
  /** The id of dev. */
  environmentId: string
  plan: Plan
  settings: WorkflowSettings
  test: TestContent
}

const TOO_LONG = `The test took longer than ${MAX_TEST_MS / 1000} seconds.`

/** Tests that a process executes at once, and those of one project. */
const SLOTS = 4
const MAX_PER_PROJECT = 2
/** Tests of one project that wait. */
const MAX_WAITING = 50

const queue = new FairQueue({
  slots: SLOTS,
  maxPerKey: MAX_PER_PROJECT,
  maxWaiting: MAX_WAITING,
  refuse: (retryAfterSeconds) =>
    new ApiError('rate_limited', 'Too many tests of this project are waiting. Try again shortly.', {
      retryAfterSeconds,
    }),
})

/**
 * The script port of a test, and the signal that ends both after the time of a test. It is refused with 429 if too many
 * scripts of the project wait.
 */
export function openTestScript(
  { runner }: Pick<WorkflowsContext, 'runner'>,
  projectId: string,
): { script: Ports['script']; signal: AbortSignal } {
  const end = performance.now() + MAX_TEST_MS
  const signal = AbortSignal.timeout(MAX_TEST_MS)
  return {
    signal,
    script(job) {
      // The signal ends the wait for a runner, and not a script.
      const timeLimitMs = Math.max(1, Math.min(job.timeLimitMs, Math.ceil(end - performance.now())))
      return runner.run({ ...job, timeLimitMs }, { projectId, signal, isPreview: true })
    },
  }
}

/**
 * Executes a test in this process. It has no run: no record, event, webhook, mail or count comes from it. Credentials
 * are not opened, and rows are only read.
 */
export function executeStoredTest(
  context: WorkflowsContext,
  stored: StoredTest,
): Promise<TestExecution> {
  return queue.run(stored.projectId, () => executeNow(context, stored))
}

async function executeNow(
  context: WorkflowsContext,
  { projectId, environmentId, plan, settings, test }: StoredTest,
): Promise<TestExecution> {
  const { script, signal } = openTestScript(context, projectId)
  const [constants, credentials] = await Promise.all([
    listPlainConstants(context.db, environmentId),
    listCredentialsByName(context.db, environmentId),
  ])
  const names = new Map(credentials.map(({ id, name }) => [id, name]))
  const { id: runId } = test.run
  const of = { projectId, environmentId, environment: 'dev' as const, runId, depth: 0, signal }
  try {
    return await executeTest({
      plan,
      settings,
      payload: test.payload as Json,
      run: test.run,
      timeOf: (key) => test.times[key] ?? test.now,
      pins: new Map(Object.entries(test.pins)),
      constants: new Map(constants.map(({ key, value }) => [key, value])),
      script,
      reads: {
        rows: (call) => callRows(context, { of, call }),
        sql: (call) => callSql(context, { of, call }),
      },
      credentialName: (id) => names.get(id) ?? '',
      throwIfOver: () => signal.throwIfAborted(),
      yieldNow: () => setImmediate(),
    })
  } catch (error) {
    if (!signal.aborted) throw error
    return { steps: [], ending: { status: 'refused', node: '', message: TOO_LONG }, result: {} }
  }
}
