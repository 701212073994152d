import { restoreFromTrash as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { OperationsContext } from '../context.ts'
import { readTarget, startRelease } from './start-release.ts'

export const restoreFromTrash = route(endpoint, async (call, context: OperationsContext) => {
  const target = await readTarget(context, { projectId: call.project.id, environment: 'dev' })
  const { trash } = await context.engines[target.placement.engine].readCatalogue(target.placement)
  const item = trash.find((entry) => entry.id === call.params.trashId)
  if (!item) throw new ApiError('conflict', 'It was already restored, or permanently deleted.')
  return startRelease(context, {
    call,
    target,
    kind: 'restore',
    plan: '{}',
    steps: [`Bring back "${item.name}" with its rows.`],
    trashId: item.id,
  })
})
