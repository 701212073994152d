import type { LoggedChange } from '../runners/row-runner.ts'
import type { FeedFigures } from './live-feed.ts'

const WINDOW_MS = 60_000

/** The longest time from making a change to sending it, by environment, in the last minute or two. */
export class LiveLag implements FeedFigures {
  #since = performance.now()
  #now = new Map<string, number>()
  #before = new Map<string, number>()

  onDelivered(environmentId: string, changes: readonly LoggedChange[]): void {
    this.#turn()
    const oldest = changes[0]
    if (!oldest) return
    const ms = Math.max(0, Date.now() - oldest.madeAt)
    this.#now.set(environmentId, Math.max(ms, this.#now.get(environmentId) ?? 0))
  }

  of(environmentId: string): number {
    this.#turn()
    return Math.max(this.#now.get(environmentId) ?? 0, this.#before.get(environmentId) ?? 0)
  }

  /** Of all environments. */
  get max(): number {
    this.#turn()
    return Math.max(0, ...this.#now.values(), ...this.#before.values())
  }

  #turn(): void {
    const passed = performance.now() - this.#since
    if (passed < WINDOW_MS) return
    this.#before = passed < 2 * WINDOW_MS ? this.#now : new Map()
    this.#now = new Map()
    this.#since = performance.now()
  }
}
