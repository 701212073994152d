import { planSync as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { OperationsContext } from '../context.ts'
import { planRelease } from './plan-release.ts'
import { readTarget } from './start-release.ts'

export const planSync = route(endpoint, async ({ project, body }, context: OperationsContext) => {
  const target = await readTarget(context, { projectId: project.id, environment: 'dev' })
  const wanted = body?.newConfiguration ?? target.draft
  return { plan: (await planRelease(context, { target, wanted })).view }
})
