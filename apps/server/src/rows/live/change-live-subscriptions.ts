import { changeLiveSubscriptions as endpoint } from '@plinth/contract'
import { Accepted } from '../../foundation/http/calls/call.ts'
import { holderOf } from '../../foundation/http/calls/holder-of.ts'
import { route } from '../../foundation/http/calls/route.ts'
import type { RowsContext } from '../context.ts'
import { openEnvironment } from '../request/resolve-environment.ts'
import { admitLive } from './admit-live.ts'
import { identityOf } from './live-caller.ts'

/** Changes the subscriptions of a stream of the same caller; what each is refused for arrives on the stream. */
export const changeLiveSubscriptions = route(endpoint, async (call, context: RowsContext) => {
  const { connectionId, subscribe = [], unsubscribe = [] } = call.body
  const { caller, request } = call
  const key = await admitLive(call, context)
  const environment = await openEnvironment(context, key)
  request.trace.environment = environment
  const environmentId = environment.id
  const identity = identityOf(caller)
  const holder = holderOf({ caller, ip: request.ip }, environmentId)
  const changed = { connectionId, subscribe, unsubscribe }
  await context.live.change({ ...key, environmentId, identity, holder, ...changed })
  return new Accepted({})
})
