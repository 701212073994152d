import type { LiveEnvironment } from '../environments/live-environment.ts'
import type { LoggedChange } from '../runners/row-runner.ts'

const WINDOW_MS = 60_000

type Measured = Pick<LiveEnvironment, 'id' | 'placement'>

/** The longest time from making a change to sending it, by environment, in the last minute or two. */
export class LiveLag {
  #since = performance.now()
  #now = new Map<string, number>()
  #before = new Map<string, number>()
  /** Environments in external databases, whose owners can write any time into a log. */
  readonly #external = new Set<string>()

  onDelivered({ id, placement }: Measured, changes: readonly LoggedChange[]): void {
    this.#turn()
    const oldest = changes[0]
    if (!oldest) return
    if (placement.connection !== null) this.#external.add(id)
    const ms = Math.max(0, Date.now() - oldest.madeAt)
    this.#now.set(id, Math.max(ms, this.#now.get(id) ?? 0))
  }

  of(environmentId: string): number {
    this.#turn()
    return Math.max(this.#now.get(environmentId) ?? 0, this.#before.get(environmentId) ?? 0)
  }

  /** Of all environments in our databases. */
  get max(): number {
    this.#turn()
    const own = [...this.#now, ...this.#before].filter(([id]) => !this.#external.has(id))
    return own.reduce((longest, [, ms]) => Math.max(longest, ms), 0)
  }

  #turn(): void {
    const passed = performance.now() - this.#since
    if (passed < WINDOW_MS) return
    this.#before = passed < 2 * WINDOW_MS ? this.#now : new Map()
    this.#now = new Map()
    this.#since = performance.now()
  }
}
