import { planDeploy as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { Database } from '../../foundation/platform/database.ts'
import { listConstantKeys, type ReleaseTarget } from '../../projects/environments/target-store.ts'
import { listConstantReaders } from '../../workflows/definitions/constant-use-store.ts'
import type { OperationsContext } from '../context.ts'

import { planPromotions } from './plan-promotions.ts'
import { planRelease, withDigest } from './plan-release.ts'
import { findFailedTests, withFailedTests } from './plan-workflow-tests.ts'
import { readTarget } from './start-release.ts'

/** Constants that dev's workflows read and production lacks. */
async function findMissingConstants(
  db: Database,
  { projectId, target }: { projectId: string; target: ReleaseTarget },
): Promise<string[]> {
  const constantKeys = await listConstantKeys(db, target.environmentId)
  const keys = new Set(constantKeys.map(({ key }) => key))
  const readers = await listConstantReaders(db, { projectId, environment: 'dev' })
  return readers.flatMap(({ constants }) => [...constants]).filter((key) => !keys.has(key))
}

export const planDeploy = route(
  endpoint,
  async ({ project, request }, context: OperationsContext) => {
    const [dev, target, promotions] = await Promise.all([
      readTarget(context, { projectId: project.id, environment: 'dev' }),
      readTarget(context, { projectId: project.id, environment: 'production' }),
      planPromotions(context, project.id),
    ])
    const planned = await planRelease(context, { target, wanted: dev.applied })
    const failed = await findFailedTests(context, {
      projectId: project.id,
      ...promotions,
      signal: request.disconnected,
    })
    const { view } = withFailedTests(withDigest(planned, promotions.digest), failed)
    const missing = await findMissingConstants(context.db, { projectId: project.id, target })
    const missingConstants = [...new Set([...view.missingConstants, ...missing])].sort()
    const plan = { ...view, missingConstants }
    return { plan, before: target.applied, after: dev.applied, promotions: promotions.view }
  },
)
