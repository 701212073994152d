import { retryRun as endpoint } from '@plinth/contract'
import type { OutboxEntry } from '../../../foundation/durable/outbox-store.ts'
import { route } from '../../../foundation/http/calls/route.ts'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import type { Transaction } from '../../../foundation/platform/database.ts'
import { readJson } from '../../../foundation/platform/stored-json.ts'
import type { WorkflowsContext } from '../../context.ts'
import { readCanvas } from '../../definitions/read-canvas.ts'
import { findWorkflow } from '../../definitions/workflow-store.ts'
import { triggerOf } from '../records/run-content.ts'
import { addRun, findGraph, type StoredRun } from '../records/run-store.ts'
import { repeatRun } from '../start/repeat-run.ts'
import { answerStarted, startRun } from '../start/start-run.ts'
import { findEndedRun } from './find-ended-run.ts'

interface Started {
  runId: string
  enqueued: OutboxEntry | undefined
}

interface Retried {
  old: StoredRun
  content: string
  startedBy: string
}

/** Runs the same graph again, even if its workflow has changed or was deleted. */
async function retrySame(
  transaction: Transaction,
  { old, content, startedBy }: Retried,
): Promise<Started> {
  const run = repeatRun({ old, content, from: null, input: null, startedBy })
  const added = await addRun(transaction, run)
  return { runId: run.id, enqueued: added?.enqueued }
}

/** Runs the currently saved workflow from the same trigger with the same payload. */
async function retryToday(
  transaction: Transaction,
  { old, content, startedBy }: Retried,
): Promise<Started> {
  const workflow = await findWorkflow(transaction, old)
  if (!workflow) {
    throw new ApiError('conflict', 'The workflow was deleted. Retry with the version it ran.')
  }
  return startRun(transaction, {
    projectId: old.projectId,
    workflow,
    canvas: readCanvas(workflow, undefined),
    trigger: 'replay',
    triggerId: triggerOf(content),
    payload: old.payload === null ? undefined : readJson(old.payload),
    replayOf: old.id,
    startedBy,
  })
}

export const retryRun = route(
  endpoint,
  async ({ project, params, body, staff, mutate }, context: WorkflowsContext) => {
    let enqueued: OutboxEntry | undefined
    let release = () => {}
    const repeated = mutate(async (transaction) => {
      const old = await findEndedRun(transaction, { project, runId: params.runId })
      const content = await findGraph(transaction, old)
      if (content === undefined)
        throw new ApiError('conflict', 'The graph of that run is no longer stored.')
      const retry = body.version === 'same' ? retrySame : retryToday
      release = await context.runBudget.admit({ on: transaction, projectId: project.id })
      const started = await retry(transaction, { old, content, startedBy: staff.id })
      enqueued = started.enqueued
      return {
        answer: { runId: started.runId },
        audit: {
          action: 'retried',
          entity: 'run',
          entityId: old.id,
          projectId: project.id,
          environment: old.environment,
          after: { runId: started.runId, version: body.version },
        },
      }
    })
    const { runId } = await repeated.finally(() => release())
    return answerStarted(context, { projectId: project.id, runId, enqueued })
  },
)
