import type { RowChange } from '@plinth/client'
import type { Row } from '@plinth/contract'
import { useState } from 'react'
import { useEdits } from '../edits/grid-store.ts'
import type { LoadedRows } from '../edits/use-rows.ts'
import { isNewId } from '../rows/new-row-id.ts'
import type { RowScope } from '../rows/row-scope.ts'
import { focusIdOf } from '../selection/follow-selection.ts'
import { type GridRowOf, rowAt } from '../selection/grid-model.ts'
import type { StoredGridState } from '../use-stored-grid.ts'
import { type LostRow, useLostRow } from './use-lost-row.ts'

/** Opened by keyboard, the panel takes the focus; opened by pointer, the grid keeps it. */
export type OpenedBy = 'keys' | 'pointer'

interface RowPanelOptions {
  grid: StoredGridState
  loaded: LoadedRows
  scope: RowScope
  filter: string | undefined
}

interface OpenField {
  key: string
  /** The row as it was when the editor opened. */
  row: GridRowOf
}

export interface PanelState {
  openedBy: OpenedBy | undefined
  /** Undefined while it is loading. */
  row: GridRowOf | undefined
  /** Its place in the list; undefined if that is not known. */
  place: number | undefined
  why: LostRow | 'readded' | undefined
  field: OpenField | undefined
  waiting: RowChange<Row> | undefined
  /** Opens the panel with the row of the selection, or closes it. */
  show: (by: OpenedBy | undefined) => void
  /** Opens the editor of a field, or closes it. */
  openField: (key: string | undefined) => void
}

/** The row panel, which stays with the row of the selection by its id. */
export function useRowPanel({ grid, loaded, scope, filter }: RowPanelOptions): PanelState {
  const { followed, model } = grid
  const [openedBy, setOpenedBy] = useState<OpenedBy>()
  const [opened, setOpened] = useState<OpenField>()
  const edits = useEdits(model.store)
  const id = followed && focusIdOf(followed)
  const isLost = followed?.isLost ?? false
  const place = isLost ? undefined : followed?.selection.focus.row
  const field = openedBy && opened && opened.row.id === id ? opened : undefined
  const why = useLostRow({
    ...{ scope, filter, loaded },
    id: openedBy && isLost ? id : undefined,
    isEdited: field !== undefined,
  })
  const rowOf = (wanted: string) =>
    model.added.find((one) => one.id === wanted) ??
    model.pages.find(wanted) ??
    edits.bases.get(wanted)
  const row = id === undefined ? (place === undefined ? undefined : rowAt(model, place)) : rowOf(id)
  // A stored row among the new ones was deleted.
  const isReadded =
    row !== undefined && !isNewId(row.id) && edits.rows.get(row.id)?.state === 'added'
  return {
    ...{ openedBy, row, place, field, waiting: loaded.waiting },
    why: isLost ? why : isReadded ? 'readded' : undefined,
    show: (by) => {
      setOpened(undefined)
      setOpenedBy(by)
    },
    openField: (key) => setOpened(key !== undefined && row ? { key, row } : undefined),
  }
}
