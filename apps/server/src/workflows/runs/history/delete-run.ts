import { deleteRun as endpoint } from '@plinth/contract'
import { route } from '../../../foundation/http/calls/route.ts'
import { listTestsOfRun } from '../../definitions/tests-store.ts'
import { findEndedRun } from './find-ended-run.ts'
import { forgetRun } from './run-retention-store.ts'

export const deleteRun = route(endpoint, async ({ project, params, mutate }) =>
  mutate(async (transaction) => {
    const run = await findEndedRun(transaction, { project, runId: params.runId })
    await forgetRun(transaction, run.id)
    const tests = await listTestsOfRun(transaction, { projectId: project.id, runId: run.id })
    return {
      answer: { tests },
      audit: {
        action: 'deleted',
        entity: 'run',
        entityId: run.id,
        projectId: project.id,
        environment: run.environment,
        before: { workflowId: run.workflowId, status: run.status, tests: tests.length },
      },
    }
  }),
)
