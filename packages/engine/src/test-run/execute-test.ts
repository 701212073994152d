import type { TestEnding } from '@plinth/contract'
import type { JsonObject } from '../node/json.ts'
import { Scheduler } from '../scheduler/scheduler.ts'
import { executeTestStep, type TestStep } from './execute-test-step.ts'
import type { TestToExecute } from './test-to-execute.ts'

export interface TestExecution {
  steps: TestStep[]
  ending: TestEnding
  /** Results by label. */
  result: JsonObject
}

/** Larger data of all steps together would fill the memory of the process that answers. */
const MAX_TEST_DATA = 32 * 1024 * 1024
const TOO_LARGE = 'The data of all nodes together are larger than 32 MB. Use a run with less data.'

/** Steps without effects leave the event loop no pause of their own. */
const STEPS_AT_ONCE = 20

/**
 * Executes a plan one step after the other, without a durable run: nothing is recorded, no time passes in waits, and
 * failed steps are not retried. It ends at the first node with an effect that has no recorded answer.
 */
export async function executeTest(test: TestToExecute): Promise<TestExecution> {
  const scheduler = new Scheduler(test.plan, test.settings, test.payload)
  const steps: TestStep[] = []
  const queue = scheduler.next()
  let size = 0
  for (let step = queue.shift(); step; step = queue.shift()) {
    if (steps.length % STEPS_AT_ONCE === 0) await test.yieldNow()
    test.throwIfOver()
    if (!scheduler.isRelevant(step)) continue
    const executed = await executeTestStep(test, { scheduler, step })
    if ('refusal' in executed) {
      const ending = { status: 'refused' as const, ...executed.refusal }
      return { steps, ending, result: {} }
    }
    steps.push(executed.seen)
    size += JSON.stringify(executed.seen.output).length
    if (size > MAX_TEST_DATA) {
      const { label } = executed.seen
      return { steps, ending: { status: 'refused', node: label, message: TOO_LARGE }, result: {} }
    }
    scheduler.finish(step, executed.outcome)
    queue.push(...scheduler.next())
  }
  const { ending } = scheduler
  if (!ending) throw new Error('test: no step is left and the run has not ended')
  const { status, result } = ending
  const [node, message] = ending.status === 'failed' ? [ending.node, ending.message] : ['', '']
  return { steps, ending: { status, node, message }, result }
}
