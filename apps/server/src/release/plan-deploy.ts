import { planDeploy as endpoint } from '@plinth/contract'
import { route } from '../http/route.ts'
import { planPromotions } from './plan-promotions.ts'
import { planRelease, withDigest } from './plan-release.ts'
import { readTarget } from './start-release.ts'

export const planDeploy = route(endpoint, async ({ project }, context) => {
  const [dev, target, promotions] = await Promise.all([
    readTarget(context, { projectId: project.id, environment: 'dev' }),
    readTarget(context, { projectId: project.id, environment: 'production' }),
    planPromotions(context, project.id),
  ])
  const planned = await planRelease(context, { target, wanted: dev.applied })
  const { view } = withDigest(planned, promotions.digest)
  return { plan: view, before: target.applied, after: dev.applied, promotions: promotions.view }
})
