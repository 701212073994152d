import { Button } from '../../../ui/primitives/button.tsx'
import { printCell } from '../cells/print-cell.ts'
import { listClashes, resolveClash } from '../edits/apply-save-result.ts'
import { useEdits } from '../edits/grid-store.ts'
import { type GridModel, rowAt } from '../selection/grid-model.ts'
import type { CellPosition } from '../selection/selection.ts'
import { gridStrings as strings } from '../strings/grid-strings.ts'
import { OverColumns } from './over-columns.tsx'
import { GRID_HEADER_HEIGHT } from './reveal-cell.ts'

interface CellNoteProps {
  model: GridModel
  rowHeight: number
  cell: CellPosition | undefined
  onDecided: () => void
}

/** The note at the selected cell: its error, or the conflict with another user's change. */
export function CellNote({ model, rowHeight, cell: place, onDecided }: CellNoteProps) {
  const edits = useEdits(model.store)
  const column = place ? model.columns[place.col] : undefined
  const row = place ? rowAt(model, place.row) : undefined
  const edit = row ? edits.rows.get(row.id) : undefined
  if (!place || !column?.stored || !row || !edit) return null
  const { stored, field } = column
  const { theirs } = edit
  const problem = edit.problems[stored]
  const isDeleted = edit.state === 'deleted'
  const isTheirs =
    theirs !== undefined &&
    listClashes(edit, { base: edits.bases.get(row.id), theirs }).includes(stored)
  const isClash = isTheirs || (theirs !== undefined && isDeleted)
  if (problem === undefined && !isClash) return null
  const decide = (side: 'mine' | 'theirs') => {
    model.store.change((now) => resolveClash(now, row.id, side))
    onDecided()
  }
  return (
    <OverColumns
      data-editor
      role="status"
      column={column}
      top={GRID_HEADER_HEIGHT + (place.row + 1) * rowHeight + 2}
      className="z-20 flex w-max max-w-80 flex-col gap-2 rounded-lg bg-raised px-2.5 py-2 text-xs text-fg shadow-3"
    >
      {problem === undefined ? null : <p className="text-danger-text">{problem}</p>}
      {isClash ? (
        <>
          {isDeleted ? <p>{strings.theirsRow}</p> : null}
          {isTheirs ? <p>{strings.theirs(printCell(field, theirs[stored]))}</p> : null}
          <span className="flex gap-1.5">
            <Button size="sm" onClick={() => decide('mine')}>
              {isDeleted ? strings.deleteAnyway : strings.keepMine}
            </Button>
            <Button size="sm" onClick={() => decide('theirs')}>
              {isDeleted ? strings.keepRow : strings.takeTheirs}
            </Button>
          </span>
        </>
      ) : null}
    </OverColumns>
  )
}
