import { changeLiveSubscriptions as endpoint } from '@plinth/contract'
import { Accepted } from '../../foundation/http/calls/call.ts'
import { route } from '../../foundation/http/calls/route.ts'
import type { RowsContext } from '../context.ts'
import { admitLive } from './admit-live.ts'
import { identityOf } from './live-caller.ts'

/** Changes the subscriptions of a stream of the same caller; what each is refused for arrives on the stream. */
export const changeLiveSubscriptions = route(endpoint, async (call, context: RowsContext) => {
  const { connectionId, subscribe = [], unsubscribe = [] } = call.body
  const key = await admitLive(call, context)
  const identity = identityOf(call.caller)
  const { calls } = context.live
  await calls.change({ ...key, connectionId, identity, subscribe, unsubscribe })
  return new Accepted({})
})
