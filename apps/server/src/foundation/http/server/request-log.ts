import type { FastifyBaseLogger } from 'fastify'

type Bindings = Parameters<FastifyBaseLogger['child']>[0]
type ChildLoggerOptions = NonNullable<Parameters<FastifyBaseLogger['child']>[1]>

/** The logger of one request; its child logger is created lazily, because most requests log nothing. */
export class RequestLog {
  readonly #parent: FastifyBaseLogger
  readonly #bindings: Bindings
  readonly #options: ChildLoggerOptions
  #made: FastifyBaseLogger | undefined

  constructor(parent: FastifyBaseLogger, bindings: Bindings, options: ChildLoggerOptions) {
    this.#parent = parent
    this.#bindings = bindings
    this.#options = options
  }

  get #own(): FastifyBaseLogger {
    this.#made ??= this.#parent.child(this.#bindings, this.#options)
    return this.#made
  }

  get level(): string {
    return this.#parent.level
  }

  child(bindings: Bindings, options?: ChildLoggerOptions): FastifyBaseLogger {
    return this.#own.child(bindings, options)
  }

  fatal(...said: Parameters<FastifyBaseLogger['fatal']>): void {
    this.#own.fatal(...said)
  }

  error(...said: Parameters<FastifyBaseLogger['error']>): void {
    this.#own.error(...said)
  }

  warn(...said: Parameters<FastifyBaseLogger['warn']>): void {
    this.#own.warn(...said)
  }

  info(...said: Parameters<FastifyBaseLogger['info']>): void {
    this.#own.info(...said)
  }

  debug(...said: Parameters<FastifyBaseLogger['debug']>): void {
    this.#own.debug(...said)
  }

  trace(...said: Parameters<FastifyBaseLogger['trace']>): void {
    this.#own.trace(...said)
  }

  silent(): void {}
}
