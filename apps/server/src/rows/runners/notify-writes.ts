import type { Placement } from '../../databases/engine/database-engine.ts'
import type { RowRunner, RowTarget } from './row-runner.ts'

/** Notified of writes to environments whose changes write events. */
export interface WriteListener {
  /** Must complete before anything is written. */
  before(placement: Placement): Promise<void>
  /** `isLive`: clients may follow the changes. */
  after(placement: Placement, isLive: boolean): void
}

/** Wraps a runner so that writes to watched tables notify the listener. */
export function notifyWrites(runner: RowRunner, listener: WriteListener): RowRunner {
  const notified = async <T>(
    { placement, isLive = false }: RowTarget,
    write: () => Promise<T>,
  ): Promise<T> => {
    await listener.before(placement)
    // Notified also after a failed write, which may have been committed.
    return write().finally(() => listener.after(placement, isLive))
  }
  return {
    ...runner,
    write: (target, plan) =>
      target.isWatched
        ? notified(target, () => runner.write(target, plan))
        : runner.write(target, plan),
    writeSpool: (target, spool) =>
      target.isWatched
        ? notified(target, () => runner.writeSpool(target, spool))
        : runner.writeSpool(target, spool),
  }
}
