import type { Client } from '../create-client.ts'
import type { Scope } from '../protocol/wire-types.ts'
import type { Subscriber } from './live-subscription.ts'

interface Place {
  client: Client
  scope: Scope
}

/** Subscribes to rows. The code for it is loaded by the first subscription, so that other pages stay small. */
export function subscribeRows({ client, scope }: Place, subscriber: Subscriber): () => void {
  let isOver = false
  let stop = () => {}
  import('./live-hub.ts').then(
    ({ hubOf }) => {
      if (!isOver) stop = hubOf(client, scope).add(subscriber)
    },
    (error: Error) => {
      if (!isOver) subscriber.onError?.(error)
    },
  )
  return () => {
    isOver = true
    stop()
  }
}
