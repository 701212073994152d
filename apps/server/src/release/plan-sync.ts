import { planSync as endpoint } from '@plinth/contract'
import { route } from '../http/route.ts'
import { planRelease } from './plan-release.ts'
import { readTarget } from './start-release.ts'

export const planSync = route(endpoint, async ({ project, body }, context) => {
  const target = await readTarget(context, { projectId: project.id, environment: 'dev' })
  const wanted = body?.newConfiguration ?? target.draft
  return { plan: (await planRelease(context, { target, wanted })).view }
})
