import { createData, type LiveState } from '@plinth/client'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { client } from '../../../api/client.ts'
import { recountFailed, recountRows } from '../../../state/row-counts.ts'
import type { LoadedRows } from '../edits/use-rows.ts'
import type { Flashes } from '../marks/flashes.ts'
import type { RowScope } from '../rows/row-scope.ts'
import { createLiveChanges, type LiveChanges } from './live-changes.ts'
import { useRetryRows } from './use-retry-rows.ts'

interface LiveGridOptions {
  isLive: boolean
  scope: RowScope
  filter: string | undefined
  sort: string | undefined
  loaded: LoadedRows
  /** The row that is being edited, in the grid or in the row panel. */
  editedId: string | undefined
  flashes: Flashes
}

export interface GridLiveState {
  state: LiveState
  error: Error | undefined
  retry: () => void
}

/** Shows the changes of others in the grid as they happen; undefined if the table is not live. */
export function useLiveGrid(options: LiveGridOptions): GridLiveState | undefined {
  const { isLive, scope, filter, sort, loaded, editedId, flashes } = options
  const { projectId, environment, table } = scope
  const { pages, show, onMissing, onWaiting } = loaded
  const [state, setState] = useState<LiveState>('connecting')
  const [error, setError] = useState<Error>()
  const [attempt, setAttempt] = useState(0)
  const changes = useRef<LiveChanges>(undefined)

  useEffect(() => {
    if (!isLive) return
    const own = createLiveChanges({
      find: pages.find,
      show,
      mark: flashes.mark,
      refresh: () => {
        pages.refresh()
        recountRows(projectId)
      },
      onMissing,
      onWaiting,
      isSorted: () => sort !== undefined,
    })
    changes.current = own
    setError(undefined)
    const rows = createData({ client, projectId, environment }).table(table)
    const unsubscribe = rows.subscribe(
      { filter, onState: setState, onError: setError, onReset: own.refreshSoon },
      own.take,
    )
    // A new attempt begins after a gap.
    if (attempt > 0) own.refreshSoon()
    return () => {
      unsubscribe()
      own.stop()
      changes.current = undefined
    }
  }, [
    isLive,
    projectId,
    environment,
    table,
    filter,
    sort,
    pages,
    show,
    onMissing,
    onWaiting,
    flashes,
    attempt,
  ])

  useRetryRows({
    error: loaded.error,
    state: isLive ? state : undefined,
    reload: () => {
      // While a cell is edited, its row must not move.
      if (changes.current) return changes.current.refreshSoon()
      pages.refresh()
      recountRows(projectId)
    },
  })
  useEffect(() => {
    if (state === 'live' || state === 'polling') recountFailed(projectId)
  }, [state, projectId])

  // Before the next change can arrive, so that the editor stays at its row.
  useLayoutEffect(() => changes.current?.hold(editedId), [editedId])

  return useMemo(
    () => (isLive ? { state, error, retry: () => setAttempt((times) => times + 1) } : undefined),
    [isLive, state, error],
  )
}
