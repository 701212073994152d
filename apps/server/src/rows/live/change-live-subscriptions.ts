import { changeLiveSubscriptions as endpoint } from '@plinth/contract'
import { Accepted } from '../../foundation/http/calls/call.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { RowsContext } from '../context.ts'
import { admitLive } from './admit-live.ts'
import { identityOf } from './live-caller.ts'

/** Changes the subscriptions of a stream of the same caller; what each is refused for arrives on the stream. */
export const changeLiveSubscriptions = route(endpoint, async (call, context: RowsContext) => {
  const { body, caller } = call
  const key = await admitLive(call, context)
  const { connectionId, subscribe = [], unsubscribe = [] } = body
  const stream = context.live.rows.streams.get(connectionId)
  const isOwn =
    stream?.connection.identity === identityOf(caller) &&
    stream.key.projectId === key.projectId &&
    stream.key.environment === key.environment
  if (!stream || !isOwn)
    throw new ApiError('not_found', 'This connection is not open. Connect again.')
  context.live.rows.change(stream, { subscribe, unsubscribe })
  return new Accepted({})
})
