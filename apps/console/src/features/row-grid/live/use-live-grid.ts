import { createData, type LiveState } from '@plinth/client'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { client } from '../../../api/client.ts'
import { recountRows } from '../../../state/row-counts.ts'
import type { LoadedRows } from '../edits/use-rows.ts'
import type { Flashes } from '../marks/flashes.ts'
import type { RowScope } from '../rows/row-scope.ts'
import { rowAt } from '../selection/grid-model.ts'
import type { StoredGridState } from '../use-stored-grid.ts'
import { createLiveChanges, type LiveChanges } from './live-changes.ts'
import { useFollowRow } from './use-follow-row.ts'

interface LiveGridOptions {
  isLive: boolean
  scope: RowScope
  filter: string | undefined
  sort: string | undefined
  loaded: LoadedRows
  grid: StoredGridState
  flashes: Flashes
}

export interface GridLiveState {
  state: LiveState
  error: Error | undefined
  retry: () => void
}

/** Shows the changes of others in the grid as they happen; undefined if the table is not live. */
export function useLiveGrid(options: LiveGridOptions): GridLiveState | undefined {
  const { isLive, scope, filter, sort, loaded, grid, flashes } = options
  const { projectId, environment, table } = scope
  const { pages, show } = loaded
  const [state, setState] = useState<LiveState>('connecting')
  const [error, setError] = useState<Error>()
  const [attempt, setAttempt] = useState(0)
  const changes = useRef<LiveChanges>(undefined)
  const followRow = useFollowRow(grid, loaded.version)

  useEffect(() => {
    if (!isLive) return
    const own = createLiveChanges({
      find: pages.find,
      show,
      mark: flashes.mark,
      refresh: () => {
        followRow()
        pages.refresh()
        recountRows(projectId)
      },
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
    flashes,
    followRow,
    attempt,
  ])

  const { editing, model } = grid
  const editedId = editing ? rowAt(model, editing.row)?.id : undefined
  // Before the next change can arrive, so that the editor stays at its row.
  useLayoutEffect(() => changes.current?.hold(editedId), [editedId])

  return useMemo(
    () => (isLive ? { state, error, retry: () => setAttempt((times) => times + 1) } : undefined),
    [isLive, state, error],
  )
}
