import { useCallback, useEffect, useRef } from 'react'
import { rowAt } from '../selection/grid-model.ts'
import type { StoredGridState } from '../use-stored-grid.ts'

/** Rows are searched this far from their old place. */
const REACH = 200

/**
 * Keeps the selection on its row when rows of others move it. Returns the function to call before the rows are loaded
 * again.
 */
export function useFollowRow(grid: StoredGridState, version: number): () => void {
  const latest = useRef(grid)
  latest.current = grid
  const followed = useRef<string>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when rows were loaded
  useEffect(() => {
    const id = followed.current
    const { selection, model, actions } = latest.current
    if (id === undefined || !selection) return
    const { anchor, focus } = selection
    if (rowAt(model, focus.row)?.id === id) return
    for (let step = 1; step <= REACH; step += 1) {
      const by = [step, -step].find((one) => rowAt(model, focus.row + one)?.id === id)
      if (by === undefined) continue
      followed.current = undefined
      const { isOn } = actions.tabs
      actions.select(
        { anchor: { ...anchor, row: anchor.row + by }, focus: { ...focus, row: focus.row + by } },
        'nothing',
      )
      actions.tabs.isOn = isOn
      return
    }
  }, [version])

  return useCallback(() => {
    const { selection, model } = latest.current
    followed.current = selection ? rowAt(model, selection.focus.row)?.id : undefined
  }, [])
}
