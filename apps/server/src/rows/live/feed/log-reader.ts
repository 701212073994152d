import type { ResetReason } from '@plinth/contract'
import { shapeOf } from '../../../databases/engine/event-row.ts'
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
const NO_CHANGES = { hasMore: false, changes: [] } as const
const NO_LOG = { epoch: '', release: '', position: 0, removedTo: 0, ...NO_CHANGES }
const CHANGED_AGAIN = 'live: the tables have changed again and again while the log was read'
const MAX_ATTEMPTS = 5

interface Options {
  readonly context: LiveContext
  readonly positions: LivePositions
  readonly environment: LiveEnvironment
  /** The tables, rules or constants are others now. */
  readonly onChanged: () => void
  /** All subscriptions go on from the position of now. */
  readonly onReset: (reason: ResetReason) => void
}

/** The shapes that changes of live tables have now, by table. */
function shapesOf({ model }: LiveEnvironment): ReadonlyMap<string, string> {
  const live = [...model.tables.values()].filter(({ definition }) => definition.live)
  return new Map(live.map((table) => [table.id, shapeOf(table)]))
}

/** Reads the log of one environment, and the positions in it that clients send. */
export class LogReader {
  readonly state = new LogState()
  environment: LiveEnvironment
  readonly #options: Options
  #shapes:
    | { readonly of: LiveEnvironment; readonly byTable: ReadonlyMap<string, string> }
    | undefined
  /** Callers that wait for the next read. */
  #awaiting: (() => void)[] = []

  constructor(options: Options) {
    this.#options = options
    this.environment = options.environment
  }

  async #read(
    environment: LiveEnvironment,
    read: { after: number; max: number; maxBytes: number },
  ): Promise<LogPage> {
    const runner = this.#options.context.environments.runnerOf(environment)
    const { release } = environment
    return (await runner.readLog(environment.placement, read)) ?? { ...NO_LOG, release }
  }

  /** Whether changes were written for other columns than the tables have: rules must not be judged on them. */
  #isOther(environment: LiveEnvironment, { changes }: LogPage): boolean {
    if (changes.length === 0) return false
    if (this.#shapes?.of !== environment)
      this.#shapes = { of: environment, byTable: shapesOf(environment) }
    const { byTable } = this.#shapes
    return changes.some(({ tableId, shape }) => (byTable.get(tableId) ?? shape) !== shape)
  }

  /** Changes after a position that was reached before; all that were made until now have positions then. */
  async readOld(after: number): Promise<LogPage> {
    const { environment } = this
    const runner = this.#options.context.environments.runnerOf(environment)
    await runner.placeChanges(environment.placement)
    const page = await this.#read(environment, { after, ...OLD_BATCH })
    // The feed takes over the new tables or rules with its next read.
    if (page.release !== environment.release) return { ...page, ...NO_CHANGES, epoch: '' }
    if (!this.#isOther(environment, page)) return page
    return { ...page, ...NO_CHANGES, removedTo: page.position }
  }

  /** The next changes, and the environment as the database had it when they were read. */
  async #readCurrent(): Promise<{ environment: LiveEnvironment; page: LogPage }> {
    const { environments } = this.#options.context
    const { projectId, name } = this.environment
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const environment = await openEnvironment(this.#options.context, {
        projectId,
        environment: name,
      })
      await environments.runnerOf(environment).placeChanges(environment.placement)
      const { isOpen, position } = this.state
      // A new feed begins at the current position of the log.
      const after = isOpen ? position : Number.MAX_SAFE_INTEGER
      const page = await this.#read(environment, { after, ...BATCH })
      if (page.release === environment.release) return { environment, page }
      environments.evict(environment)
    }
    throw new Error(CHANGED_AGAIN)
  }

  /** Reads the next changes, and notices a change of the tables or rules, of the log, and changes that were removed. */
  async readNext(): Promise<LogPage> {
    const { onChanged, onReset } = this.#options
    const awaiting = this.#awaiting.splice(0)
    try {
      const { environment, page } = await this.#readCurrent()
      const hasChanged = environment !== this.environment
      this.environment = environment
      if (hasChanged) onChanged()
      const reason = this.state.take(environment, page)
      if (reason) onReset(reason)
      if (!this.#isOther(environment, page)) return page
      this.state.skipTo(page.position)
      onReset('schema')
      return { ...page, ...NO_CHANGES }
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
