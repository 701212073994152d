import { useLayoutEffect, useRef } from 'react'
import { countPinned, type PlacedColumn, pinnedEdge } from '../columns/grid-layout.ts'
import type { GridModel } from '../selection/grid-model.ts'
import {
  type CellPosition,
  type CellSelection,
  type Range,
  rangeOf,
} from '../selection/selection.ts'
import { OverColumns } from './over-columns.tsx'

interface OutlineProps {
  model: GridModel
  rowHeight: number
  selection: CellSelection | undefined
}

/** Hides what scrolls below the pinned columns. Without them there is no listener. */
function useClip(columns: readonly PlacedColumn[]) {
  const clipped = useRef<HTMLDivElement>(null)
  const edge = countPinned(columns) === 0 ? undefined : pinnedEdge(columns)
  useLayoutEffect(() => {
    const element = clipped.current
    const scroller = element?.closest('[data-scroller]')
    if (!element || !scroller || edge === undefined) return
    const clip = () => {
      element.style.clipPath = `inset(0 0 0 ${scroller.scrollLeft + edge}px)`
    }
    clip()
    scroller.addEventListener('scroll', clip, { passive: true })
    return () => {
      scroller.removeEventListener('scroll', clip)
      element.style.clipPath = ''
    }
  }, [edge])
  return clipped
}

/** The outlines of the selected range and of its anchor cell; a range over both kinds of columns has two parts. */
export function GridOutline({ model, rowHeight, selection }: OutlineProps) {
  const { columns } = model
  const clipped = useClip(columns)
  const pinned = countPinned(columns)
  const box = (className: string, { top, bottom, left, right }: Range) => {
    const [from, to] = [columns[left], columns[right]]
    if (!from || !to || left > right) return null
    return (
      <OverColumns
        {...{ className, column: from }}
        top={top * rowHeight}
        height={(bottom - top + 1) * rowHeight}
        width={to.left + to.width - from.left}
      />
    )
  }
  const range = selection && rangeOf(selection)
  const anchor = selection && rangeOf({ anchor: selection.anchor, focus: selection.anchor })
  const partsOf = (className: string, whole: Range | undefined) => ({
    pinned: whole && box(className, { ...whole, right: Math.min(whole.right, pinned - 1) }),
    rest: whole && box(className, { ...whole, left: Math.max(whole.left, pinned) }),
  })
  const outlined = partsOf('rows-range', range)
  const active = partsOf('rows-active', anchor)
  return (
    <>
      <div ref={clipped} className="rows-outlines">
        {outlined.rest}
        {active.rest}
      </div>
      {outlined.pinned}
      {active.pinned}
    </>
  )
}

/** The outline of the cell under dragged files. */
export function DropOutline({
  model,
  rowHeight,
  over,
}: Omit<OutlineProps, 'selection'> & { over: CellPosition | undefined }) {
  const column = over ? model.columns[over.col] : undefined
  if (!over || !column) return null
  const { width } = column
  return (
    <OverColumns
      {...{ column, width }}
      className="rows-drop"
      top={over.row * rowHeight}
      height={rowHeight}
    />
  )
}
