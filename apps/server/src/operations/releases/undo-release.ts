import { undoRelease as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { OperationsContext } from '../context.ts'
import { readTarget, startRelease } from './start-release.ts'

export const undoRelease = route(endpoint, async (call, context: OperationsContext) => {
  const target = await readTarget(context, { projectId: call.project.id, environment: 'dev' })
  const log = await context.engines[target.placement.engine].readMigrations(target.placement)
  const last = log.find((entry) => entry.state === 'applied' && !entry.undoneBy && !entry.undoes)
  if (!last) throw new ApiError('conflict', 'There is no release to undo.')
  return startRelease(context, {
    call,
    target,
    kind: 'undo',
    plan: '{}',
    steps: last.steps.map((step) => step.inverse),
    trashId: null,
  })
})
