import type { Client } from '../create-client.ts'
import type { Scope } from '../protocol/wire-types.ts'
import { createEventStream } from './event-stream.ts'
import { followUser, shareName } from './identity.ts'
import type { LiveEvent } from './live-events.ts'
import { createSubscription, type LiveSubscription, type Subscriber } from './live-subscription.ts'
import type { LiveState } from './live-types.ts'
import { createPoller } from './poll-rows.ts'
import { createTabLink, type Link } from './tab-link.ts'

/** A page that leaves one list for another keeps its stream. */
const LINGER_MS = 1_000
/** A subscription that failed for a reason that may pass is sent again after this time, or up to twice as late. */
const AGAIN_MS = 2_000

/** The subscriptions of one client to one environment. */
export interface LiveHub {
  add(subscriber: Subscriber): () => void
}

function createHub(client: Client, scope: Scope): LiveHub {
  const subscriptions = new Set<LiveSubscription>()
  let link: Link | undefined
  let stopFollowing: (() => void) | undefined
  let state: LiveState = 'connecting'
  const poller = createPoller({
    ...{ client, scope, subscriptions },
    onFailed(one, error) {
      one.fail(error)
      remove(one)
    },
    onReached: () => link?.retry(),
  })

  const setState = (next: LiveState) => {
    if (next === 'polling' && state === 'polling') return
    state = next
    // The poller sets `polling`, once it has read the rows.
    for (const one of subscriptions) one.setState(next === 'polling' ? 'connecting' : next)
    if (next === 'polling') poller.start()
    else poller.stop()
  }
  const sendLater = (one: LiveSubscription) => {
    const send = () => (subscriptions.has(one) ? link?.subscribe([one.request]) : undefined)
    setTimeout(send, AGAIN_MS * (1 + Math.random()))
  }
  const receive = (event: LiveEvent) => {
    for (const one of [...subscriptions]) {
      const { id } = one.request
      const next = one.receive(event)
      if (next === 'over') remove(one)
      if (next === 'later') sendLater(one)
      if (next !== 'again') continue
      link?.unsubscribe([id])
      link?.subscribe([one.request])
    }
    // The stream is over, so that the next subscription needs a new one.
    if (event.name === 'end') stopFollowing?.()
  }
  const requests = () => [...subscriptions].map(({ request }) => request)
  async function open(identity: string) {
    const own = stopFollowing
    const name = await shareName(client, scope, identity)
    if (stopFollowing !== own) return
    const receiver = { onEvent: receive, onState: setState }
    const openStream = (to: typeof receiver) =>
      createEventStream({ client, scope, identity, ...to })
    link = name ? createTabLink({ ...receiver, name, requests, openStream }) : openStream(receiver)
    link.subscribe(requests())
  }
  function close() {
    link?.stop()
    link = undefined
    poller.stop()
    state = 'connecting'
  }
  function start() {
    let isFirst = true
    const stop = followUser(client, {
      // Sessions of different users never share a stream.
      async onUser(identity) {
        close()
        if (!isFirst) for (const one of subscriptions) one.restart()
        isFirst = false
        await open(identity)
      },
      onLeft: close,
      onToken: (token) => link?.renew(token),
      onWake() {
        setState('connecting')
        link?.wake()
      },
      onOffline() {
        setState('offline')
        link?.sleep()
      },
    })
    stopFollowing = () => {
      stopFollowing = undefined
      stop()
      close()
    }
  }
  function remove(one: LiveSubscription) {
    if (!subscriptions.delete(one)) return
    link?.unsubscribe([one.request.id])
    if (subscriptions.size > 0) return
    setTimeout(() => {
      if (subscriptions.size === 0) stopFollowing?.()
    }, LINGER_MS)
  }
  return {
    add(subscriber) {
      const one = createSubscription(subscriber)
      subscriptions.add(one)
      one.setState(state === 'offline' ? state : 'connecting')
      if (!stopFollowing) start()
      else link?.subscribe([one.request])
      return () => remove(one)
    },
  }
}

const hubs = new WeakMap<Client, Map<string, LiveHub>>()

/** One hub for a client and an environment. */
export function hubOf(client: Client, scope: Scope): LiveHub {
  const known = hubs.get(client) ?? new Map<string, LiveHub>()
  hubs.set(client, known)
  const key = JSON.stringify([scope.$projectId, scope.$environment])
  const hub = known.get(key) ?? createHub(client, scope)
  known.set(key, hub)
  return hub
}
