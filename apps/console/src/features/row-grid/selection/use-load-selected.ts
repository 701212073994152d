import { useLayoutEffect, useRef } from 'react'
import { type FollowedSelection, followSelection, placesIn } from './follow-selection.ts'
import { type GridModel, loadRows } from './grid-model.ts'
import { type Range, rangeOf } from './selection.ts'

interface LoadedSelection {
  model: GridModel
  range: Range
}

/**
 * Loads the selected rows and as many below them as asked for. Returns where they are then, as others may move them
 * meanwhile; undefined if they are no longer in the list.
 */
export type LoadSelected = (below?: number) => Promise<LoadedSelection | undefined>

export function useLoadSelected(
  model: GridModel,
  followed: FollowedSelection | undefined,
): LoadSelected {
  const latest = useRef(model)
  useLayoutEffect(() => {
    latest.current = model
  }, [model])
  return async (below = 0) => {
    if (!followed || followed.isLost) return undefined
    const range = rangeOf(followed.selection)
    const bottom = Math.min(range.bottom + below, model.count - 1)
    if (range.top <= bottom) await loadRows(model, { ...range, bottom })
    const now = followSelection(followed, placesIn(latest.current))
    return now.isLost ? undefined : { model: latest.current, range: rangeOf(now.selection) }
  }
}
