import type { Configuration } from '@plinth/contract'
import { type MouseEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { listChoices } from '../rows/list-choices.ts'
import { type RowScope, rowPlace } from '../rows/row-scope.ts'
import { type GridModel, valueAt } from '../selection/grid-model.ts'
import type { CellPosition } from '../selection/selection.ts'
import { GRID_HEADER_HEIGHT } from '../viewport/reveal-cell.ts'
import { type Peek, PeekCard } from './peek-card.tsx'

interface PeekOptions {
  model: GridModel
  rowHeight: number
  synced: Configuration
  scope: RowScope
  focusGrid: () => void
}

/** The related rows of a cell; undefined if it has none. */
export function relatedOf(model: GridModel, cell: CellPosition): Omit<Peek, 'at'> | undefined {
  const field = model.columns[cell.col]?.field
  const ids = field?.type === 'relation' ? listChoices(valueAt(model, cell)) : []
  return field?.type === 'relation' && ids.length > 0
    ? { tableId: field.options.tableId, ids }
    : undefined
}

/** Links and display values in relation cells: a click on an id opens the row, on a name peeks at it. */
export function usePeek({ model, rowHeight, synced, scope, focusGrid }: PeekOptions) {
  const navigate = useNavigate()
  const [peek, setPeek] = useState<Peek & { cell: CellPosition }>()
  const open = (cell: CellPosition, id?: string) => {
    const related = relatedOf(model, cell)
    if (related) setPeek({ ...related, cell, at: id ? Math.max(0, related.ids.indexOf(id)) : 0 })
  }
  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (!(event.target instanceof Element)) return
    const link = event.target.closest<HTMLElement>('[data-related], [data-peek]')
    const row = link?.closest<HTMLElement>('[data-row]')?.dataset.row
    const col = link?.closest<HTMLElement>('[data-col]')?.dataset.col
    // With a modifier the browser opens the link in a new tab.
    if (!link || row === undefined || col === undefined || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const cell = { row: Number(row), col: Number(col) }
    const related = relatedOf(model, cell)
    if (link.dataset.peek !== undefined) open(cell, link.dataset.peek)
    else if (related && link.dataset.related !== undefined)
      navigate(rowPlace(scope, { tableId: related.tableId, rowId: link.dataset.related }))
  }
  const column = peek ? model.columns[peek.cell.col] : undefined
  const card =
    peek && column ? (
      <PeekCard
        key={`${peek.cell.row} ${peek.cell.col} ${peek.at}`}
        {...{ synced, scope }}
        tableId={peek.tableId}
        ids={peek.ids}
        at={peek.at}
        cell={{
          top: GRID_HEADER_HEIGHT + peek.cell.row * rowHeight,
          column,
          height: rowHeight,
        }}
        onClose={(isBack) => {
          setPeek(undefined)
          if (isBack) focusGrid()
        }}
      />
    ) : null
  return { open, onClick, card }
}
