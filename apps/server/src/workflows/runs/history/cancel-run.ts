import { setTimeout as pause } from 'node:timers/promises'
import { cancelRun as endpoint } from '@plinth/contract'
import { route } from '../../../foundation/http/calls/route.ts'
import { ApiError, notFound } from '../../../foundation/http/errors/api-error.ts'
import { guardProduction } from '../../../projects/environments/require-environment.ts'
import type { WorkflowsContext } from '../../context.ts'
import { cancelQueued } from '../records/run-end-store.ts'
import { readRun } from '../records/run-list-store.ts'
import { findRun } from '../records/run-store.ts'

const WAIT_MS = 5_000
const POLL_MS = 50

export const cancelRun = route(
  endpoint,
  async ({ project, params, mutate }, context: WorkflowsContext) => {
    const { durable, db } = context
    const asked = { projectId: project.id, runId: params.runId }
    const run = await findRun(db, asked.runId)
    if (!run || run.projectId !== project.id) throw notFound()
    guardProduction(project, run.environment)
    let hasAdmitted = false
    await mutate(async (transaction) => {
      const { admitted } = await cancelQueued(transaction, asked.runId)
      hasAdmitted = admitted > 0
      return {
        answer: {},
        audit: {
          action: 'cancelled',
          entity: 'run',
          entityId: asked.runId,
          projectId: project.id,
          environment: run.environment,
          after: { workflowId: run.workflowId },
        },
      }
    })
    if (hasAdmitted) durable.wake()
    const before = await readRun(db, asked)
    // A run that had not started finds that it has ended when it is executed.
    if (before?.run.endedOn === null) {
      await durable.cancel({ id: '', topic: 'run', key: run.id })
    }
    for (const end = Date.now() + WAIT_MS; ; await pause(POLL_MS)) {
      const seen = await readRun(db, asked)
      if (!seen) throw notFound()
      if (seen.run.endedOn !== null) return { run: seen.run }
      if (Date.now() > end) {
        throw new ApiError('timeout', 'The run has not stopped yet. It stops when its node ends.')
      }
    }
  },
)
