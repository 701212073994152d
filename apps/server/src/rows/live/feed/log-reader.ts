import type { ResetReason } from '@plinth/contract'
import type { LiveEnvironment } from '../../environments/live-environment.ts'
import { openEnvironment } from '../../request/resolve-environment.ts'
import type { LogPage } from '../../runners/row-runner.ts'
import {
  MAX_CHANGE_BYTES_AT_ONCE,
  MAX_CHANGES_AT_ONCE,
  MAX_OLD_BYTES_AT_ONCE,
  MAX_OLD_CHANGES_AT_ONCE,
} from '../limits/live-limits.ts'
import type { LiveConnection } from '../live-connection.ts'
import type { LivePosition, LivePositions } from '../live-position.ts'
import type { LiveContext } from '../live-request.ts'
import { LogState } from './log-state.ts'

const BATCH = { max: MAX_CHANGES_AT_ONCE, maxBytes: MAX_CHANGE_BYTES_AT_ONCE }
const OLD_BATCH = { max: MAX_OLD_CHANGES_AT_ONCE, maxBytes: MAX_OLD_BYTES_AT_ONCE }
const NO_LOG: LogPage = { epoch: '', position: 0, removedTo: 0, hasMore: false, changes: [] }

interface Options {
  readonly context: LiveContext
  readonly positions: LivePositions
  readonly environment: LiveEnvironment
  /** The tables, rules or constants are others now. */
  readonly onChanged: () => void
  /** All subscriptions go on from the position of now. */
  readonly onReset: (reason: ResetReason) => void
}

/** Reads the log of one environment, and the positions in it that clients send. */
export class LogReader {
  readonly state = new LogState()
  environment: LiveEnvironment
  readonly #options: Options
  /** Callers that wait for the next read. */
  #awaiting: (() => void)[] = []

  constructor(options: Options) {
    this.#options = options
    this.environment = options.environment
  }

  async #read(
    { placement }: LiveEnvironment,
    read: { after: number; max: number; maxBytes: number },
  ): Promise<LogPage> {
    const runner = this.#options.context.environments.runnerOf({ placement })
    return (await runner.readLog(placement, read)) ?? NO_LOG
  }

  /** Changes after a position that was reached before; all that were made until now have positions then. */
  async readOld(after: number): Promise<LogPage> {
    const { environment } = this
    const runner = this.#options.context.environments.runnerOf(environment)
    await runner.placeChanges(environment.placement)
    return this.#read(environment, { after, ...OLD_BATCH })
  }

  /** Reads the next changes, and notices a change of the tables or rules, of the log, and changes that were removed. */
  async readNext(): Promise<LogPage> {
    const { context, onChanged, onReset } = this.#options
    const awaiting = this.#awaiting.splice(0)
    try {
      const { projectId, name } = this.environment
      const environment = await openEnvironment(context, { projectId, environment: name })
      const { placement } = environment
      const { isOpen, position } = this.state
      await context.environments.runnerOf(environment).placeChanges(placement)
      // A new feed begins at the current position of the log.
      const after = isOpen ? position : Number.MAX_SAFE_INTEGER
      const page = await this.#read(environment, { after, ...BATCH })
      const hasChanged = environment !== this.environment
      this.environment = environment
      if (hasChanged) onChanged()
      const reason = this.state.take(environment, page)
      if (reason) onReset(reason)
      return page
    } finally {
      for (const resolve of awaiting) resolve()
    }
  }

  /** Resolves when a read that begins after the call has ended. */
  async nextState(wake: () => void): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#awaiting.push(resolve)
      wake()
    })
  }

  close(): void {
    for (const resolve of this.#awaiting.splice(0)) resolve()
  }

  print({ identity }: LiveConnection, number: number): string {
    const holder = { environmentId: this.environment.id, identity }
    return this.#options.positions.print(holder, { epoch: this.state.epoch, number })
  }

  /** A position that this caller was sent. */
  parse({ identity }: LiveConnection, text: string): LivePosition | undefined {
    return this.#options.positions.read({ environmentId: this.environment.id, identity }, text)
  }

  /** Whether the log has all changes after a position. */
  has({ epoch, number }: LivePosition): boolean {
    return epoch === this.state.epoch && number >= this.state.removedTo
  }
}
