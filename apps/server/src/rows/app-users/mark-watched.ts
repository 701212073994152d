import type { Ask } from '../request/ask.ts'
import type { RowEvents } from '../row-events/open-row-events.ts'

/** Marks a watched file before a transaction that writes to it, which then needs no second connection for it. */
export async function markWatched(rowEvents: RowEvents, { environment }: Ask): Promise<void> {
  if (environment.isWatched) await rowEvents.before(environment.placement)
}
