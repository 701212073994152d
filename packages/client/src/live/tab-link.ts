import { newIdempotencyKey } from '../idempotency-key.ts'
import type { LiveRequest } from '../protocol/live-routes.ts'
import type { EventStream } from './event-stream.ts'
import type { LiveEvent } from './live-events.ts'
import type { LiveState } from './live-types.ts'

/** How often the leader shows that it is there; a tab that the device has suspended does not. */
const BEAT_MS = 15_000
const SILENCE_MS = 45_000
const CHECK_MS = 5_000

/** Receives the events of a stream, of this tab or of another one. */
export interface Link extends EventStream {}

interface Receiver {
  onEvent: (event: LiveEvent) => void
  onState: (state: LiveState) => void
}

interface LinkOptions extends Receiver {
  /** The same name only for the same server, environment and user. */
  name: string
  /** The requests of this tab, for a new leader. */
  requests: () => LiveRequest[]
  openStream: (receiver: Receiver) => EventStream
}

/** What a tab asks the leader for. */
interface Asked {
  tab: string
  subscribe?: readonly LiveRequest[]
  unsubscribe?: readonly string[]
}

/** What tabs send each other; all but `Asked` come from the leader. */
type Message = Asked | { leader: 'new' } | { event: LiveEvent } | { state: LiveState }

/** The part of the leader: one stream for the subscriptions of all tabs. */
function lead({ name, openStream, post, onEvent, onState }: Leading) {
  const owners = new Map<string, Set<string>>()
  let current: LiveState = 'connecting'
  const stream = openStream({
    onEvent(event) {
      // First, because the last event closes the channel.
      post({ event })
      onEvent(event)
    },
    onState(state) {
      current = state
      onState(state)
      post({ state })
    },
  })
  const beat = setInterval(() => post({ state: current }), BEAT_MS)
  const forget = (tab: string) => {
    stream.unsubscribe([...(owners.get(tab) ?? [])])
    owners.delete(tab)
  }
  return {
    stream,
    stop() {
      clearInterval(beat)
      stream.stop()
    },
    take({ tab, subscribe = [], unsubscribe = [] }: Asked) {
      const ids = owners.get(tab) ?? new Set()
      if (!owners.has(tab)) {
        owners.set(tab, ids)
        // Granted when the tab is closed or has crashed.
        navigator.locks.request(`${name}/${tab}`, () => forget(tab)).catch(() => {})
      }
      for (const { id } of subscribe) ids.add(id)
      for (const id of unsubscribe) ids.delete(id)
      stream.subscribe(subscribe)
      stream.unsubscribe(unsubscribe)
      post({ state: current })
    },
  }
}

interface Leading extends Pick<LinkOptions, 'name' | 'openStream' | 'onEvent' | 'onState'> {
  post: (message: Message) => void
}

/** Shares one stream with the other tabs of the origin: one of them opens it, and passes its events on to all. */
export function createTabLink(options: LinkOptions): Link {
  const { name, requests, onEvent, onState } = options
  const tab = newIdempotencyKey()
  const channel = new BroadcastChannel(name)
  const closing = new AbortController()
  const closed = new Promise<void>((resolve) => {
    closing.signal.addEventListener('abort', () => resolve())
  })
  let leading: ReturnType<typeof lead> | undefined
  let heardAt = Date.now()
  const post = (message: Message) => {
    if (!closing.signal.aborted) channel.postMessage(message)
  }

  const hold = async () => {
    if (closing.signal.aborted) return
    leading = lead({ ...options, post })
    leading.stream.subscribe(requests())
    post({ leader: 'new' })
    await closed
  }
  /** Waits for the leader's lock; with `steal` it is taken from a leader that does not answer. */
  const compete = (how: LockOptions) => {
    navigator.locks.request(`${name}/leader`, how, hold).catch(() => {
      if (closing.signal.aborted) return
      // Refused, as in a sandboxed frame: this tab has a stream of its own.
      if (!leading) return void hold()
      leading.stop()
      leading = undefined
      heardAt = Date.now()
      compete({ signal: closing.signal })
    })
  }
  /** Before the leader hears of this tab: it would get the lock of the tab, and take the tab for closed. */
  const isHeld = new Promise<void>((resolve) => {
    const holdTab = () => {
      resolve()
      return closed
    }
    navigator.locks.request(`${name}/${tab}`, holdTab).catch(() => resolve())
  })
  const ask = async (asked: Omit<Asked, 'tab'>) => {
    if (!leading) await isHeld
    if (!leading) return post({ tab, ...asked })
    leading.stream.subscribe(asked.subscribe ?? [])
    leading.stream.unsubscribe(asked.unsubscribe ?? [])
  }
  compete({ signal: closing.signal })

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('tab' in data) {
      leading?.take(data)
      return
    }
    if (leading) return
    heardAt = Date.now()
    if ('leader' in data) void isHeld.then(() => ask({ subscribe: requests() }))
    if ('event' in data) onEvent(data.event)
    if ('state' in data) onState(data.state)
  }
  const watch = setInterval(() => {
    const isHidden = typeof document !== 'undefined' && document.visibilityState === 'hidden'
    if (leading || isHidden || Date.now() - heardAt < SILENCE_MS) return
    heardAt = Date.now()
    compete({ steal: true })
  }, CHECK_MS)

  return {
    subscribe: (list) => void ask({ subscribe: list }),
    unsubscribe: (ids) => void ask({ unsubscribe: ids }),
    wake: () => leading?.stream.wake(),
    sleep: () => leading?.stream.sleep(),
    retry: () => leading?.stream.retry(),
    renew: (token) => leading?.stream.renew(token),
    stop() {
      leading?.stop()
      clearInterval(watch)
      // Not before the last messages are on their way.
      closing.abort()
      channel.close()
    },
  }
}
