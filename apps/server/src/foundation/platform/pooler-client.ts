import pg from 'pg'

type Answered = (error: Error | undefined | null, result?: unknown) => void
/** What the driver's types lack: a query that was built by the caller. */
interface Submittable {
  readonly text: string
  readonly submit: unknown
  name?: string | undefined
  callback?: Answered | undefined
}

const BEGIN = /^\s*(begin|start transaction)\b/i
const END = /^\s*(commit|end|rollback(?!\s+to\b))\b/i
/** Cannot run in a transaction. */
const ALONE = /^\s*vacuum\b/i

const isSubmittable = (config: unknown): config is Submittable =>
  typeof (config as Submittable).submit === 'function'

/**
 * A connection through a pooler in transaction mode, where each transaction may have another session of the server:
 * statements are unnamed, and the statement timeout is set in each transaction. A statement outside a transaction gets
 * one of its own; the three messages are sent at once, so it takes one round trip.
 */
export class PoolerClient extends pg.Client {
  readonly #begin: string
  #isInTransaction = false

  constructor(config: pg.ClientConfig = {}) {
    // A pooler refuses the timeout as a startup parameter.
    super({ ...config, statement_timeout: false, pipeline: true } as pg.ClientConfig)
    const { statement_timeout: timeout } = config
    this.#begin = timeout ? `; set local statement_timeout = ${Number(timeout)}` : ''
  }

  // The overloads of the driver cannot be overridden one by one.
  override query = ((config: unknown, values?: unknown, callback?: Answered) =>
    this.#query(config, values, callback)) as pg.Client['query']

  #query(config: unknown, values: unknown, callback: Answered | undefined): unknown {
    if (typeof values === 'function') return this.#query(config, undefined, values as Answered)
    const { text } = typeof config === 'string' ? { text: config } : (config as pg.QueryConfig)
    if (BEGIN.test(text)) {
      this.#isInTransaction = true
      return this.#send(`${text}${this.#begin}`, undefined, callback)
    }
    if (END.test(text)) this.#isInTransaction = false
    else if (!this.#isInTransaction && !ALONE.test(text))
      return this.#wrap(config, values, callback)
    return this.#send(unnamed(config), values, callback)
  }

  #send(config: unknown, values: unknown, callback: Answered | undefined): unknown {
    return super.query(config as string, values as unknown[], callback as never)
  }

  /** Answers when the transaction is committed. */
  #wrap(config: unknown, values: unknown, callback: Answered | undefined): unknown {
    if (!callback && !isSubmittable(config))
      return new Promise((resolve, reject) => {
        this.#wrap(config, values, (error, result) => (error ? reject(error) : resolve(result)))
      })
    const answer = isSubmittable(config) ? (config.callback ?? callback) : callback
    let answered: Parameters<Answered> = [undefined]
    const keep: Answered = (...args) => {
      answered = args
    }
    const query = unnamed(config)
    if (isSubmittable(query)) query.callback = keep
    this.#send(`begin${this.#begin}`, undefined, () => undefined)
    this.#send(query, values, isSubmittable(query) ? undefined : keep)
    this.#send('commit', undefined, (error) => {
      const [failed, result] = answered
      // After a failed statement the server answers the commit with a rollback.
      if (failed ?? error) answer?.(failed ?? error)
      else answer?.(undefined, result)
    })
    return isSubmittable(config) ? config : undefined
  }
}

function unnamed(config: unknown): unknown {
  if (typeof config === 'string') return config
  if (!isSubmittable(config)) return { ...(config as pg.QueryConfig), name: undefined }
  config.name = undefined
  return config
}
