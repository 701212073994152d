import type { ResetReason } from '@plinth/contract'
import type { LiveEnvironment } from '../../environments/live-environment.ts'
import type { LogPage } from '../../runners/row-runner.ts'
import { epochOf } from '../live-position.ts'

/** How far a feed has read the log of its environment. */
export class LogState {
  /** Changes up to here were delivered. */
  position = 0
  /** Changes up to here were read: a new subscription begins after them. */
  target = 0
  /** Changes up to here may have been removed. */
  removedTo = 0
  /** Of the log. */
  logEpoch = ''
  /** Of the positions that clients see. */
  epoch = ''
  isOpen = false

  /** Takes over what a read of the log has shown; the result says why all subscriptions go on from now. */
  take(environment: LiveEnvironment, page: LogPage): ResetReason | undefined {
    const before = this.epoch
    const isLost = page.epoch !== this.logEpoch || page.removedTo > this.position
    const wasOpen = this.isOpen
    this.epoch = epochOf(environment, page.epoch)
    this.logEpoch = page.epoch
    this.removedTo = page.removedTo
    this.isOpen = true
    const reason = isLost ? 'log' : before === this.epoch ? undefined : 'schema'
    if (reason) this.skipTo(page.position)
    return wasOpen ? reason : undefined
  }

  /** All subscriptions go on from a position. */
  skipTo(position: number): void {
    this.position = position
    this.target = position
  }

  /** The changes of a page that were not delivered yet, and how far it goes; then that counts as read. */
  read(page: LogPage): { own: LogPage['changes']; to: number } {
    const own = page.changes.filter(({ position }) => position > this.position)
    const to = Math.max(this.position, own.at(-1)?.position ?? page.position)
    this.target = Math.max(this.target, to)
    return { own, to }
  }
}
