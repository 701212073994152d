import { planDeploy as endpoint } from '@plinth/contract'
import { route } from '../http/route.ts'
import { planRelease } from './plan-release.ts'
import { readTarget } from './start-release.ts'

export const planDeploy = route(endpoint, async ({ project }, context) => {
  const [dev, target] = await Promise.all([
    readTarget(context, { projectId: project.id, environment: 'dev' }),
    readTarget(context, { projectId: project.id, environment: 'production' }),
  ])
  const { view } = await planRelease(context, { target, wanted: dev.applied })
  return { plan: view, before: target.applied, after: dev.applied }
})
