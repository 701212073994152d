import { deployDatabase as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { OperationsContext } from '../context.ts'
import { planPromotions } from './plan-promotions.ts'
import { findFailedTests } from './plan-workflow-tests.ts'
import { readTarget, startPlannedRelease } from './start-release.ts'

export const deployDatabase = route(endpoint, async (call, context: OperationsContext) => {
  const projectId = call.project.id
  const dev = await readTarget(context, { projectId, environment: 'dev' })
  const { digest, stage, workflows } = await planPromotions(context, projectId)
  // Both the tests and staging refuse workflows that are not as compared, so that exactly the tested ones are deployed.
  const failedTests = await findFailedTests(context, { projectId, workflows })
  const overwrite = call.body?.overwrite ?? []
  return startPlannedRelease(context, {
    call,
    kind: 'deploy',
    environment: 'production',
    wanted: () => dev.applied,
    confirmation: call.body,
    failedTests,
    promotions: { digest, stage: (transaction, at) => stage(transaction, { ...at, overwrite }) },
  })
})
