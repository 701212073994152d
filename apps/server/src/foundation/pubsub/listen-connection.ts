import pg from 'pg'
import type { Logger } from 'pino'
import { limitQueries } from '../platform/limit-queries.ts'

/** LISTEN and UNLISTEN answer at once. */
const MAX_QUERY_MS = 10_000

export interface Subscriber {
  onNotify(payload: string): void
  /**
   * Notifications may have been missed. Called with `false` when the connection is lost, and with `true` once the
   * channel is listened to, for the first time or again.
   */
  onGap(isListening: boolean): void
}

export interface Subscription {
  /** False while notifications may be missed, so that their subject must not be cached. */
  isListening(): boolean
  close(): void
}

interface Channel {
  readonly name: string
  readonly subscribers: Set<Subscriber>
  isListening: boolean
}

const RETRY_MS = 500
const MAX_RETRY_MS = 5_000

/** The one connection of a process that listens for notifications; it reconnects when it is lost. */
export class ListenConnection {
  readonly #url: string
  readonly #log: Pick<Logger, 'warn'>
  readonly #channels = new Map<string, Channel>()
  #client: pg.Client | undefined
  #opening: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #attempt = 0
  #isClosed = false

  constructor({ url, log }: { url: string; log: Pick<Logger, 'warn'> }) {
    this.#url = url
    this.#log = log
  }

  /** Subscribes at once. The promise resolves when the channel is listened to, or when that has failed for now. */
  subscribe(
    name: string,
    subscriber: Subscriber,
  ): Subscription & { readonly opened: Promise<void> } {
    const channel = this.#channels.get(name) ?? { name, subscribers: new Set(), isListening: false }
    this.#channels.set(name, channel)
    channel.subscribers.add(subscriber)
    return {
      opened: channel.isListening ? Promise.resolve() : this.#open(),
      isListening: () => channel.isListening,
      close: () => void channel.subscribers.delete(subscriber),
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#opening
    await this.#client?.end().catch(() => {})
  }

  /** While a reconnect is planned, a new channel waits for it. */
  #open(): Promise<void> {
    if (this.#timer || this.#isClosed) return Promise.resolve()
    this.#opening ??= this.#connectAndListen()
    return this.#opening
  }

  async #connectAndListen(): Promise<void> {
    await undefined
    const connected = this.#client
    const client = connected ?? this.#newClient()
    try {
      if (!connected) await client.connect()
      await this.#listenToAll(client)
      this.#attempt = 0
    } catch (error) {
      if (client === this.#client) this.#lose(error)
      client.end().catch(() => {})
    } finally {
      this.#opening = undefined
    }
  }

  #newClient(): pg.Client {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'plinth-listen',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    })
    limitQueries(client, { maxMs: MAX_QUERY_MS })
    const lose = (error?: Error) => {
      if (client === this.#client) this.#lose(error)
    }
    client.on('error', lose)
    client.on('end', () => lose())
    client.on('notification', ({ channel, payload = '' }) => {
      for (const each of this.#channels.get(channel)?.subscribers ?? []) each.onNotify(payload)
    })
    this.#client = client
    return client
  }

  /** Repeats until no channel is left, because some may be added during the round trip. */
  async #listenToAll(client: pg.Client): Promise<void> {
    while (client === this.#client) {
      const added = [...this.#channels.values()].filter(({ isListening }) => !isListening)
      if (added.length === 0) return
      await client.query(added.map(({ name }) => `listen ${pg.escapeIdentifier(name)}`).join(';'))
      if (client !== this.#client) return
      for (const channel of added) this.#mark(channel, true)
    }
  }

  #mark(channel: Channel, isListening: boolean): void {
    channel.isListening = isListening
    for (const each of channel.subscribers) each.onGap(isListening)
  }

  #lose(error: unknown): void {
    this.#client = undefined
    if (this.#isClosed) return
    this.#attempt += 1
    const retryMs = Math.min(RETRY_MS * 2 ** (this.#attempt - 1), MAX_RETRY_MS)
    const fields = { err: error, attempt: this.#attempt, retryMs }
    this.#log.warn(fields, 'pubsub: LISTEN connection lost, reconnecting')
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      // The attempt that failed may not have ended yet.
      void (this.#opening ?? Promise.resolve()).then(() => this.#open())
    }, retryMs).unref()
    for (const channel of this.#channels.values())
      if (channel.isListening) this.#mark(channel, false)
  }
}
