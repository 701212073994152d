import type { LiveRequest } from '../live/live-events.ts'
import type { TypedRoute } from './route.ts'

// As in `routes.ts`; in a file of their own, because only pages with subscriptions load them.

type Query = Record<string, string | number>
interface SubscriptionChange {
  connectionId: string
  subscribe?: LiveRequest[]
  unsubscribe?: string[]
}

export const streamLiveRows: TypedRoute<{ query: Query; answer: unknown }> = {
  method: 'GET',
  path: '/api/data/$events',
  access: 'rules',
}
export const changeLiveSubscriptions: TypedRoute<{
  query: Query
  body: SubscriptionChange
  answer: unknown
}> = {
  method: 'POST',
  path: '/api/data/$events',
  access: 'rules',
}
