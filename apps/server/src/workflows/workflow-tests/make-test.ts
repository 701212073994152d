import { MAX_EXPECTATIONS, MAX_TEST_BYTES, type TestPin, type WorkflowTest } from '@plinth/contract'
import { effectOf, expectationsOf, isAlwaysTested, type Json, nodeIdOfStep } from '@plinth/engine'
import { ApiError, invalid } from '../../foundation/http/errors/api-error.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import { readJson } from '../../foundation/platform/stored-json.ts'
import type { WorkflowsContext } from '../context.ts'
import { openContent } from '../runs/records/run-content.ts'
import { readRun, type SeenRun } from '../runs/records/run-list-store.ts'
import { findGraph } from '../runs/records/run-store.ts'
import { fromRecord } from '../runs/records/step-record.ts'
import { executeStoredTest } from './execute-stored-test.ts'
import { listAnswers, measureAnswers, type RecordedAnswer } from './recorded-run-store.ts'
import { checkTest } from './tests-text.ts'

interface TestToMake {
  projectId: string
  workflow: { id: string; environmentId: string }
  runId: string
  name: string
  by: string
  signal: AbortSignal
}

const refuse = (message: string) => invalid([{ path: 'runId', message }])

/** A run of this workflow in dev that ended by itself. */
async function findRecordedRun(
  { db }: Pick<WorkflowsContext, 'db'>,
  { projectId, workflow, runId }: TestToMake,
): Promise<SeenRun> {
  const seen = await readRun(db, { projectId, runId })
  if (seen?.run.workflowId !== workflow.id) throw refuse('This workflow has no such run.')
  const { environment, status, error } = seen.run
  if (environment !== 'dev')
    throw refuse('Runs of production cannot become tests: their data would be readable in dev.')
  const isEnded = status === 'succeeded' || (status === 'failed' && error?.node !== '')
  if (!isEnded) throw refuse('Only a run that succeeded, or failed at a node, can become a test.')
  return seen
}

function toPin({ outcome, output }: RecordedAnswer): TestPin | undefined {
  if (outcome === null) return undefined
  const read = fromRecord({ outcome, output })
  if (read.status === 'failed') return { status: 'failed', message: read.failure.message }
  if (read.status === 'done') return read
  return 'value' in read ? { status: 'done', value: read.value } : undefined
}

/**
 * Makes a test from a recorded run: the answers of its nodes with effects become pins. The graph that ran is executed
 * with them, and what it shows is expected from now on.
 */
export async function makeTest(
  context: WorkflowsContext,
  given: TestToMake,
): Promise<WorkflowTest> {
  const { projectId, workflow, runId, name, by, signal } = given
  const { db } = context
  const { run, digest, payload } = await findRecordedRun(context, given)
  const content = await findGraph(db, { projectId, digest })
  if (content === undefined) throw refuse('The graph of that run is no longer stored.')
  const { plan, settings } = openContent(content)
  const nodeIds = [...plan.nodes.values()]
    .filter(({ node }) => effectOf(node) !== 'pure')
    .map(({ node }) => node.id)
  const size = await measureAnswers(db, { runId, nodeIds })
  if (size + (payload?.length ?? 0) > MAX_TEST_BYTES)
    throw new ApiError(
      'too_large',
      `The recorded answers are larger than ${MAX_TEST_BYTES / 1024} KB. Use a run with less data.`,
    )
  const answers = await listAnswers(db, { runId, nodeIds })
  const pins = answers.flatMap((answer) => {
    const planned = plan.nodes.get(nodeIdOfStep(answer.key))
    const pin = planned && isAlwaysTested(planned.node) ? undefined : toPin(answer)
    return pin ? [[answer.key, pin] as const] : []
  })
  const now = run.startedOn ?? run.createdOn
  const recorded = {
    run: { id: run.id, workflowId: run.workflowId, trigger: run.trigger, version: run.version },
    payload: payload === null ? null : readJson(payload),
    now,
    times: Object.fromEntries(
      answers.map(({ key, startedAt }) => [key, startedAt.toISOString()] as const),
    ),
    pins: Object.fromEntries(pins),
  }
  const { environmentId } = workflow
  const stored = { projectId, environmentId, plan, settings, test: recorded, signal }
  const execution = await executeStoredTest(context, stored)
  const { status, message } = execution.ending
  if (status !== run.status)
    throw refuse(`The run cannot be repeated as a test. ${message || 'It ended otherwise.'}`)
  const expectations = expectationsOf(execution, recorded.payload as Json)
  if (expectations.length > MAX_EXPECTATIONS)
    throw refuse(
      `The run needs more than ${MAX_EXPECTATIONS} expectations. Use a run with fewer items in its loops.`,
    )
  const times = execution.steps.flatMap(({ key, time }) =>
    time === undefined || time === now ? [] : [[key, time] as const],
  )
  const test: WorkflowTest = {
    id: newId('tst'),
    name,
    ...recorded,
    starts: [...plan.starts],
    times: Object.fromEntries(times),
    expectations,
    createdOn: new Date().toISOString(),
    by,
  }
  checkTest(test)
  return test
}
