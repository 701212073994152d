import { listWorkflowActivity as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { WorkflowsContext } from '../context.ts'
import { readActivity } from '../definitions/activity-store.ts'
import { findNextTimes } from '../triggers/schedule/find-next-time.ts'

export const listWorkflowActivity = route(
  endpoint,
  async ({ project, query }, { db }: WorkflowsContext) => {
    const rows = await readActivity(db, { projectId: project.id, environment: query.environment })
    const next = await findNextTimes(rows, new Date())
    const activity = rows.map(({ workflowId, runId, status, createdAt }) => ({
      workflowId,
      lastRun:
        runId === null || status === null || createdAt === null
          ? null
          : { id: runId, status, createdOn: createdAt.toISOString() },
      nextOn: next.get(workflowId)?.toISOString() ?? null,
    }))
    return { activity }
  },
)
