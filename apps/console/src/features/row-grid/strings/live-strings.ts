import type { LiveState } from '@plinth/client'

const STATES: Record<LiveState, string> = {
  connecting: 'Connecting',
  live: 'Live',
  polling: 'Live, every 5 seconds',
  offline: 'Offline',
  ended: 'Live updates stopped',
}

const HINTS: Record<LiveState, string> = {
  connecting: 'Changes of others appear here once the connection is open.',
  live: 'Changes of others appear here as they happen.',
  polling:
    'A proxy between you and the server does not pass event streams, so the rows are read every 5 seconds.',
  offline: 'Changes of others appear here once you have a network again.',
  ended: 'Changes of others no longer appear here. Retry, or refresh the rows.',
}

/** Texts of live updates in the grid. */
export const liveStrings = {
  states: STATES,
  hints: HINTS,
  endedHint: (reason: string) => `${reason} ${HINTS.ended}`,
  retry: 'Retry live updates',
} as const
