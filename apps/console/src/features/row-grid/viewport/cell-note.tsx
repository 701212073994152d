import { cn } from '../../../ui/primitives/cn.ts'
import type { PlacedColumn } from '../columns/grid-layout.ts'
import type { Clash } from '../edits/clashes.ts'
import { conflictOf } from '../edits/conflict-of.ts'
import { useEdits } from '../edits/grid-store.ts'
import { CellClash } from '../marks/cell-clash.tsx'
import { type GridModel, rowAt } from '../selection/grid-model.ts'
import type { CellPosition } from '../selection/selection.ts'
import { OverColumns } from './over-columns.tsx'
import { GRID_HEADER_HEIGHT } from './reveal-cell.ts'
import { useSide } from './use-side.ts'

interface CellNoteProps {
  model: GridModel
  rowHeight: number
  cell: CellPosition | undefined
  onDecided: () => void
}

interface NoteProps {
  row: number
  column: PlacedColumn
  problem: string | undefined
  clash: Clash | undefined
  onDecide: (side: 'mine' | 'theirs') => void
}

/** The note on the side of its cell with enough room. */
function Note({ row, column, problem, clash, onDecide }: NoteProps) {
  const { note, side } = useSide(`${row} ${column.key}`)
  return (
    <div
      ref={note}
      role="status"
      style={{ left: side.shift }}
      className={cn(
        'pointer-events-auto absolute flex w-max max-w-80 flex-col gap-2 rounded-lg bg-raised px-2.5 py-2 text-xs text-fg shadow-3',
        side.isAbove ? 'bottom-full mb-0.5' : 'top-full mt-0.5',
      )}
    >
      {problem === undefined ? null : <p className="wrap-anywhere text-danger-text">{problem}</p>}
      {clash ? (
        <CellClash {...{ clash, onDecide }} field={column.field} name={column.name} />
      ) : null}
    </div>
  )
}

/** The note at the selected cell: its error, or the conflict with another user's change. */
export function CellNote({ model, rowHeight, cell: place, onDecided }: CellNoteProps) {
  const edits = useEdits(model.store)
  const column = place ? model.columns[place.col] : undefined
  const row = place ? rowAt(model, place.row) : undefined
  const edit = row ? edits.rows.get(row.id) : undefined
  if (!place || !column?.stored || !row || !edit) return null
  const { stored, width } = column
  const problem = edit.problems[stored]
  const conflict = conflictOf(model.store, { id: row.id, column: stored })
  if (problem === undefined && !conflict) return null
  const decide = (side: 'mine' | 'theirs') => {
    conflict?.decide(side)
    onDecided()
  }
  return (
    <OverColumns
      data-editor
      {...{ column, width }}
      top={GRID_HEADER_HEIGHT + place.row * rowHeight}
      height={rowHeight}
      className="pointer-events-none z-20"
    >
      <Note {...{ column, problem }} row={place.row} clash={conflict?.clash} onDecide={decide} />
    </OverColumns>
  )
}
