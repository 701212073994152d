/** Milliseconds of the units in which nodes state durations. */
export const UNIT_MS: ReadonlyMap<string, number> = new Map([
  ['seconds', 1_000],
  ['minutes', 60_000],
  ['hours', 3_600_000],
  ['days', 86_400_000],
])

/** Runs last 30 days at most, and so do their waits. */
export const MAX_WAIT_MS = 30 * 86_400_000
