import { setImmediate } from 'node:timers/promises'
import { MAX_TEST_MS, type WorkflowSettings, type WorkflowTest } from '@plinth/contract'
import { executeTest, type Json, type Plan, type Ports, type TestExecution } from '@plinth/engine'
import { listPlainConstants } from '../../projects/constants/constant-store.ts'
import type { WorkflowsContext } from '../context.ts'
import { listCredentialsByName } from '../definitions/staged-workflow-store.ts'
import { openTestTables } from './open-test-tables.ts'

type TestContent = Pick<WorkflowTest, 'run' | 'payload' | 'now' | 'times' | 'pins'>

interface StoredTest {
  projectId: string
  /** The id of dev. */
  environmentId: string
  plan: Plan
  settings: WorkflowSettings
  test: TestContent
  /** Ends the test early, when nobody waits for its result any more. */
  signal?: AbortSignal | undefined
  /** Whether a deploy depends on it: its scripts run in runners that previews and people's tests cannot take. */
  isGate?: boolean
}

const TOO_LONG = `The test took longer than ${MAX_TEST_MS / 1000} seconds.`

/**
 * The script port of a test, and the signal that ends both after the time of a test. Unless a deploy depends on it, it is
 * refused with 429 if too many scripts of the project wait.
 */
export function openTestScript(
  { runner }: Pick<WorkflowsContext, 'runner'>,
  { projectId, signal: left, isGate = false }: Pick<StoredTest, 'projectId' | 'signal' | 'isGate'>,
): { script: Ports['script']; signal: AbortSignal } {
  const end = performance.now() + MAX_TEST_MS
  const timeout = AbortSignal.timeout(MAX_TEST_MS)
  const signal = left ? AbortSignal.any([timeout, left]) : timeout
  return {
    signal,
    script(job) {
      // The signal ends the wait for a runner, and not a script.
      const timeLimitMs = Math.max(1, Math.min(job.timeLimitMs, Math.ceil(end - performance.now())))
      return runner.run({ ...job, timeLimitMs }, { projectId, signal, isPreview: !isGate, isGate })
    },
  }
}

/**
 * Executes a test in this process. It has no run: no record, event, webhook, mail or count comes from it. Credentials
 * are not opened, and changed rows are rolled back.
 */
export async function executeStoredTest(
  context: WorkflowsContext,
  stored: StoredTest,
): Promise<TestExecution> {
  const { projectId, environmentId, plan, settings, test } = stored
  const { script, signal } = openTestScript(context, stored)
  const [constants, credentials] = await Promise.all([
    listPlainConstants(context.db, environmentId),
    listCredentialsByName(context.db, environmentId),
  ])
  const names = new Map(credentials.map(({ id, name }) => [id, name]))
  const { id: runId } = test.run
  const of = { projectId, environmentId, environment: 'dev' as const, runId, depth: 0, signal }
  const tables = openTestTables(context, { of, isGate: stored.isGate })
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
      ownTables: tables.ownTables,
      credentialName: (id) => names.get(id) ?? '',
      throwIfOver: () => signal.throwIfAborted(),
      yieldNow: () => setImmediate(),
    })
  } catch (error) {
    if (!signal.aborted) throw error
    return { steps: [], ending: { status: 'refused', node: '', message: TOO_LONG }, result: {} }
  } finally {
    await tables.close()
  }
}
