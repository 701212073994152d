import type { Placement } from '../../databases/engine/database-engine.ts'
import type { Place, RowRunner } from './row-runner.ts'

/** Hears of writes where changes leave events. */
export interface WriteListener {
  /** What must be on record before anything is written. */
  before(placement: Placement): Promise<void>
  after(placement: Placement): void
}

/** The same runner, whose writes are told where changes leave events. */
export function tellWrites(runner: RowRunner, listener: WriteListener): RowRunner {
  const told = async <T>({ placement }: Place, write: () => Promise<T>): Promise<T> => {
    await listener.before(placement)
    // Told even of a write that failed: what is not known to have been written may have been.
    return write().finally(() => listener.after(placement))
  }
  return {
    ...runner,
    write: (place, plan) =>
      place.isWatched ? told(place, () => runner.write(place, plan)) : runner.write(place, plan),
    writeSpool: (place, spool) =>
      place.isWatched
        ? told(place, () => runner.writeSpool(place, spool))
        : runner.writeSpool(place, spool),
  }
}
