import type { TypedRoute } from './route.ts'

// As in `routes.ts`; in a file of their own, because only pages with subscriptions load them.

/** A subscription as the server gets it. */
export interface LiveRequest {
  id: string
  table: string
  filter?: string
  row?: string
  /** Asks for the rows that match now. */
  rows?: true
  /** Goes on after this position. */
  after?: string
}

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
