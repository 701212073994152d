import { type FormEvent, useState } from 'react'
import { Input } from '../../../ui/forms/input.tsx'
import { listAttention } from '../edits/clashes.ts'
import { type GridStore, useEditCount, useEdits } from '../edits/grid-store.ts'
import { LiveStatus } from '../live/live-status.tsx'
import type { GridLiveState } from '../live/use-live-grid.ts'
import { gridStrings as strings } from '../strings/grid-strings.ts'

interface GridFooterProps {
  store: GridStore
  /** Undefined if the table is not live. */
  live: GridLiveState | undefined
  total: number | undefined
  /** How many of them can be reached by scrolling. */
  reached: number
  fields: number
  selectedCells: number
  /** The number of rows that are selected as a whole; 0 if single cells are. */
  selectedRows: number
  /** Undefined if rows cannot be deleted. */
  onDeleteRows: (() => void) | undefined
  isJumping: boolean
  onJumping: (isJumping: boolean) => void
  onJump: (row: number) => void
  onShowProblem: () => void
  /** Called to return the focus to the grid. */
  onLeave: () => void
}

function JumpForm({
  total,
  onJumping,
  onJump,
  onLeave,
}: Pick<GridFooterProps, 'onJumping' | 'onJump' | 'onLeave'> & { total: number }) {
  const [text, setText] = useState('')
  const go = (event: FormEvent) => {
    event.preventDefault()
    const row = Number(text.replaceAll(/[,.\s]/g, ''))
    onLeave()
    onJumping(false)
    if (Number.isInteger(row) && row >= 1) onJump(Math.min(total, row) - 1)
  }
  return (
    <form onSubmit={go}>
      <Input
        autoFocus
        inputMode="numeric"
        aria-label={strings.jump}
        placeholder={strings.jumpHint(total)}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => onJumping(false)}
        onKeyDown={(event) => (event.key === 'Escape' ? onLeave() : undefined)}
        className="h-6! w-36 text-xs!"
      />
    </form>
  )
}

/** The footer of the grid: counts of rows, selected cells, unsaved edits and errors. */
export function GridFooter(props: GridFooterProps) {
  const { store, total, reached, selectedCells } = props
  const count = useEditCount(store)
  const edits = useEdits(store)
  const problems = listAttention(edits).length
  return (
    <footer className="flex h-8 shrink-0 items-center gap-4 border-t bg-sunken/60 px-3.5 text-xs text-fg-2 tabular-nums">
      {total === undefined ? null : <span>{strings.rows(total)}</span>}
      {total !== undefined && reached < total ? (
        <span className="text-warn-text">{strings.reached(reached)}</span>
      ) : null}
      <span>{strings.fields(props.fields)}</span>
      {selectedCells > 1 && props.selectedRows === 0 ? (
        <span>{strings.selected(selectedCells)}</span>
      ) : null}
      {props.selectedRows > 0 ? (
        <span className="flex items-center gap-2">
          {strings.selectedRows(props.selectedRows)}
          {props.onDeleteRows ? (
            <button
              type="button"
              onClick={props.onDeleteRows}
              className="ring-focus rounded-sm text-danger-text underline underline-offset-2"
            >
              {strings.deleteRows(props.selectedRows)}
            </button>
          ) : null}
        </span>
      ) : null}
      {count > 0 ? (
        <span className="flex items-center gap-1.5 text-warn-text">
          <span aria-hidden="true" className="size-2 rounded-[2px] bg-warn-line" />
          {strings.unsaved(count)}
        </span>
      ) : null}
      {problems > 0 ? (
        <button
          type="button"
          onClick={props.onShowProblem}
          className="ring-focus rounded-sm text-danger-text underline underline-offset-2"
        >
          {strings.problems(problems)}
        </button>
      ) : null}
      <span role="status" className="sr-only">
        {problems > 0 ? strings.problems(problems) : null}
      </span>
      {props.live ? <LiveStatus state={props.live.state} /> : null}
      <span className="ml-auto">
        {props.isJumping ? (
          <JumpForm {...props} total={reached} />
        ) : (
          <button
            type="button"
            onClick={() => props.onJumping(true)}
            className="ring-focus rounded-sm px-1 text-fg-2 hover:text-fg"
          >
            {strings.jump}
          </button>
        )}
      </span>
    </footer>
  )
}
