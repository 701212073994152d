import type { LiveState } from '@plinth/client'
import { cn } from '../../../ui/primitives/cn.ts'
import { liveStrings as strings } from '../strings/live-strings.ts'
import type { GridLiveState } from './use-live-grid.ts'

const DOTS: Record<LiveState, string> = {
  connecting: 'bg-warn-line',
  live: 'bg-accent',
  polling: 'bg-accent',
  offline: 'bg-warn-line',
  ended: 'bg-danger',
}

/** Whether the grid shows the changes of others as they happen. */
export function LiveStatus({ state, error, retry }: GridLiveState) {
  const hint = error ? strings.endedHint(error.message) : strings.hints[state]
  return (
    <span className="flex items-center gap-1.5">
      <span role="status" title={hint} className="flex items-center gap-1.5">
        <span aria-hidden="true" className={cn('size-2 rounded-full', DOTS[state])} />
        {strings.states[state]}
      </span>
      {state === 'ended' ? (
        <button
          type="button"
          onClick={retry}
          className="ring-focus rounded-sm text-danger-text underline underline-offset-2"
        >
          {strings.retry}
        </button>
      ) : null}
    </span>
  )
}
