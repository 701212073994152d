import type { Logger } from 'pino'
import type { Queryable } from '../platform/database.ts'
import { sql } from '../platform/sql.ts'
import { ListenConnection, type Subscriber, type Subscription } from './listen-connection.ts'

const TOPICS_CHANNEL = 'plinth_changed'

/** Waits for notifications of one topic; one that arrives between two waits ends the next wait at once. */
interface TopicWatch {
  /** Resolves on a notification or after `withinMs`; the caller then reads the state from the database. */
  next(withinMs: number): Promise<void>
  close(): void
}

/** Notifications between processes, over one connection per process. */
export interface PubSub {
  /** Listens on a channel of PostgreSQL; resolves once that works, or after the first failed attempt. */
  listen(channel: string, subscriber: Subscriber): Promise<Subscription>
  /** Calls back on each {@link notify} of the topic, and after a gap in which one may have been missed. */
  subscribe(topic: string, onNotify: () => void): { close(): void }
  watch(topic: string): TopicWatch
  close(): Promise<void>
}

/** Notifies every process that the subject of a topic has changed, once the transaction is committed. */
export async function notify(on: Queryable, topic: string): Promise<void> {
  await on.query(sql`select pg_notify(${TOPICS_CHANNEL}, ${topic})`)
}

function openWatch(subscribe: (onNotify: () => void) => { close(): void }): TopicWatch {
  let isNotified = false
  let isClosed = false
  let wake = () => {}
  const subscription = subscribe(() => {
    isNotified = true
    wake()
  })
  return {
    async next(withinMs) {
      // A watch may be closed just before its owner waits, and no notification arrives after that.
      if (!isNotified && !isClosed) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, withinMs)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      isNotified = false
    },
    close() {
      isClosed = true
      subscription.close()
      wake()
    },
  }
}

/** Opens the pub/sub hub; it connects at the first subscription. */
export function openPubSub(options: { url: string; log: Pick<Logger, 'warn'> }): PubSub {
  const connection = new ListenConnection(options)
  const topics = new Map<string, Set<() => void>>()
  const notifyAll = () => {
    for (const subscribers of topics.values()) for (const each of subscribers) each()
  }
  let isOpen = false

  function subscribe(topic: string, onNotify: () => void) {
    const subscribers = topics.get(topic) ?? new Set()
    topics.set(topic, subscribers)
    subscribers.add(onNotify)
    if (!isOpen) {
      isOpen = true
      connection.subscribe(TOPICS_CHANNEL, {
        onNotify: (payload) => {
          for (const each of topics.get(payload) ?? []) each()
        },
        // Subscribers query the database, which may be away as well while the connection is lost.
        onGap: (isListening) => isListening && notifyAll(),
      })
    }
    return {
      close() {
        subscribers.delete(onNotify)
        if (subscribers.size === 0 && topics.get(topic) === subscribers) topics.delete(topic)
      },
    }
  }

  return {
    async listen(channel, subscriber) {
      const subscription = connection.subscribe(channel, subscriber)
      await subscription.opened
      return subscription
    },
    subscribe,
    watch: (topic) => openWatch((onNotify) => subscribe(topic, onNotify)),
    async close() {
      notifyAll()
      await connection.close()
    },
  }
}
