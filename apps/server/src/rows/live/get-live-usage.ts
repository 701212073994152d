import { getLiveUsage as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { projectNotFound } from '../../foundation/http/errors/api-error.ts'
import type { RowsContext } from '../context.ts'
import { findPlacedEnvironment } from '../environments/environment-store.ts'

/** Open streams of an environment and their subscriptions, in all processes that answer in time. */
export const getLiveUsage = route(endpoint, async (call, context: RowsContext) => {
  const { projectId } = call.params
  const { environment } = call.query
  const found = await findPlacedEnvironment(context.db, { projectId, environment })
  if (!found) throw projectNotFound()
  return context.live.calls.usageOf(found.id)
})
