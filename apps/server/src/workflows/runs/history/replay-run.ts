import { replayRun as endpoint } from '@plinth/contract'
import { reusesRecord, type StepPosition } from '@plinth/engine'
import type { OutboxEntry } from '../../../foundation/durable/outbox-store.ts'
import { route } from '../../../foundation/http/calls/route.ts'
import { invalid } from '../../../foundation/http/errors/api-error.ts'
import type { WorkflowsContext } from '../../context.ts'
import { copyRecords } from '../execute/run-records.ts'
import { openContent } from '../records/run-content.ts'
import { addRun, findGraph } from '../records/run-store.ts'
import { findFailedStep, listRecordedSteps, type RecordedStep } from '../records/step-read-store.ts'
import { repeatRun } from '../start/repeat-run.ts'
import { answerStarted } from '../start/start-run.ts'
import { findEndedRun } from './find-ended-run.ts'

const NOT_EXECUTED = 'This node was not executed in that run.'
const NONE_FAILED = 'No node made that run fail. Name the node to replay from.'

function placeOf({ key, nodeId }: RecordedStep): StepPosition {
  const rest = key.slice(nodeId.length + 1)
  return { nodeId, items: rest === '' ? [] : rest.split(':').map(Number) }
}

/**
 * Starts a new run of the same graph that reuses the records of the steps before a node and executes the
 * rest.
 */
export const replayRun = route(
  endpoint,
  async ({ project, params, body, staff, mutate }, context: WorkflowsContext) => {
    let enqueued: OutboxEntry | undefined
    let release = () => {}
    const repeated = mutate(async (transaction) => {
      const old = await findEndedRun(transaction, { project, runId: params.runId })
      const content = await findGraph(transaction, old)
      const turns = await listRecordedSteps(transaction, old.id)
      const from =
        body.from === undefined
          ? await findFailedStep(transaction, old.id)
          : turns.find(({ key }) => key === body.from)
      if (!from || content === undefined) {
        const message = body.from === undefined ? NONE_FAILED : NOT_EXECUTED
        throw invalid([{ path: 'from', message }])
      }
      const stays = reusesRecord(openContent(content).plan, placeOf(from))
      const keys = turns.filter((turn) => stays(placeOf(turn))).map(({ key }) => key)
      const input = body.input === undefined ? null : JSON.stringify(body.input)
      const run = repeatRun({ old, content, from: from.key, input, startedBy: staff.id })
      release = await context.runBudget.admit({ on: transaction, projectId: project.id })
      const added = await addRun(transaction, run)
      await copyRecords(transaction, { from: old.id, to: run.id, keys })
      enqueued = added?.enqueued
      return {
        answer: { runId: run.id },
        audit: {
          action: 'replayed',
          entity: 'run',
          entityId: old.id,
          projectId: project.id,
          environment: old.environment,
          after: { runId: run.id, from: from.key, edited: input !== null },
        },
      }
    })
    const { runId } = await repeated.finally(() => release())
    return answerStarted(context, { projectId: project.id, runId, enqueued })
  },
)
