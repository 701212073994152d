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
export function LiveStatus({ state }: Pick<GridLiveState, 'state'>) {
  return (
    <span role="status" title={strings.hints[state]} className="flex items-center gap-1.5">
      <span aria-hidden="true" className={cn('size-2 shrink-0 rounded-full', DOTS[state])} />
      {strings.states[state]}
    </span>
  )
}
