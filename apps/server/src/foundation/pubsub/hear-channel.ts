import pg from 'pg'
import type { Logger } from 'pino'

/** A connection of its own that hears a channel; it comes back by itself. */
export interface Ear {
  /** False while something may be missed, so that nothing may be kept in memory. */
  hears(): boolean
  close(): Promise<void>
}

const AGAIN_MS = 500

/** Listens to a channel; what was said while nobody listened is told as `undefined`. */
export async function hearChannel(options: {
  url: string
  channel: string
  log: Logger
  onWord: (payload: string | undefined) => void
}): Promise<Ear> {
  let client: pg.Client | undefined
  let listening: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function lose(error?: Error): void {
    if (isClosed || !client) return
    client = undefined
    options.onWord(undefined)
    if (error) options.log.warn({ err: error, channel: options.channel }, 'a channel is not heard')
    timer = setTimeout(() => void connect(), AGAIN_MS)
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: options.url,
      application_name: 'plinth-listen',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    })
    client = next
    next.on('error', (error) => next === client && lose(error))
    next.on('end', () => next === client && lose())
    next.on('notification', ({ payload }) => options.onWord(payload))
    try {
      await next.connect()
      await next.query(`listen ${options.channel}`)
      options.onWord(undefined)
      listening = next
    } catch (error) {
      if (next === client) lose(error as Error)
      await next.end().catch(() => {})
    }
  }

  await connect()
  return {
    hears: () => client !== undefined && client === listening,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
