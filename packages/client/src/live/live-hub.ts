import type { Client } from '../create-client.ts'
import type { Scope } from '../protocol/wire-types.ts'
import { createEventStream } from './event-stream.ts'
import { identityOf, shareName, watchIdentity } from './identity.ts'
import type { LiveEvent } from './live-events.ts'
import { createSubscription, type LiveSubscription, type Subscriber } from './live-subscription.ts'
import type { LiveState } from './live-types.ts'
import { createPoller } from './poll-rows.ts'
import { createTabLink, type Link } from './tab-link.ts'

/** A page that leaves one list for another keeps its stream. */
const LINGER_MS = 1_000

/** The subscriptions of one client to one environment. */
export interface LiveHub {
  add(subscriber: Subscriber): () => void
}

function createHub(client: Client, scope: Scope): LiveHub {
  const subscriptions = new Set<LiveSubscription>()
  let identity: string | undefined
  let link: Link | undefined
  let stopWatching: (() => void) | undefined
  let state: LiveState = 'connecting'
  const poller = createPoller({
    ...{ client, scope, subscriptions },
    onFailed(one, error) {
      one.fail(error)
      remove(one)
    },
  })

  const setState = (next: LiveState) => {
    state = next
    for (const one of subscriptions) one.setState(next)
    if (next === 'polling') poller.start()
    else poller.stop()
  }
  const receive = (event: LiveEvent) => {
    for (const one of [...subscriptions]) {
      const { id } = one.request
      const next = one.receive(event)
      if (next === 'over') remove(one)
      if (next !== 'again') continue
      link?.unsubscribe([id])
      link?.subscribe([one.request])
    }
  }
  async function open(isOver: () => boolean) {
    const name = await shareName(client, scope, identity ?? '')
    if (isOver()) return
    const receiver = { onEvent: receive, onState: setState }
    link = name
      ? createTabLink({
          ...receiver,
          name,
          requests: () => [...subscriptions].map(({ request }) => request),
          openStream: (to) => createEventStream({ client, scope, ...to }),
        })
      : createEventStream({ client, scope, ...receiver })
    link.subscribe([...subscriptions].map(({ request }) => request))
  }
  function close() {
    link?.stop()
    link = undefined
    poller.stop()
    state = 'connecting'
  }
  function start() {
    let isOver = false
    let turn = Promise.resolve()
    /** Sessions of different users never share a stream, so another user gets a new one. */
    const check = async () => {
      const now = await identityOf(client)
      if (isOver) return
      if (now.identity === identity && link) return link.renew(now.token)
      const isFirst = identity === undefined
      identity = now.identity
      close()
      if (!isFirst) for (const one of subscriptions) one.restart()
      await open(() => isOver)
    }
    const checkInTurn = () => {
      turn = turn.then(check).catch(() => {})
    }
    const unwatch = watchIdentity(client, { onCheck: checkInTurn, onWake: () => link?.wake() })
    checkInTurn()
    stopWatching = () => {
      isOver = true
      unwatch()
      identity = undefined
      stopWatching = undefined
      close()
    }
  }
  function remove(one: LiveSubscription) {
    if (!subscriptions.delete(one)) return
    link?.unsubscribe([one.request.id])
    if (subscriptions.size > 0) return
    setTimeout(() => {
      if (subscriptions.size === 0) stopWatching?.()
    }, LINGER_MS)
  }
  return {
    add(subscriber) {
      const one = createSubscription(subscriber)
      subscriptions.add(one)
      one.setState(state === 'live' ? 'connecting' : state)
      if (!stopWatching) start()
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
