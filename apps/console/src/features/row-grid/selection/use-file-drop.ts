import { type DragEvent, useState } from 'react'
import { editableField, type GridModel } from './grid-model.ts'
import type { CellPosition } from './selection.ts'

interface FileDrop {
  model: GridModel
  onFiles: (place: CellPosition, files: readonly File[]) => void
}

function placeUnder({ target }: DragEvent): CellPosition | undefined {
  if (!(target instanceof Element)) return undefined
  const row = target.closest<HTMLElement>('[data-row]')?.dataset.row
  const col = target.closest<HTMLElement>('[data-col]')?.dataset.col
  return row === undefined || col === undefined ? undefined : { row: Number(row), col: Number(col) }
}

/** Accepts dropped files on file cells only. */
export function useFileDrop({ model, onFiles }: FileDrop) {
  const [over, setOver] = useState<CellPosition>()
  const taking = (event: DragEvent): CellPosition | undefined => {
    const place = placeUnder(event)
    const type = place && editableField(model, place)?.type
    return type === 'image' || type === 'file' ? place : undefined
  }
  const move = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    // Otherwise the browser would navigate to the dropped file.
    event.preventDefault()
    const place = taking(event)
    event.dataTransfer.dropEffect = place ? 'copy' : 'none'
    setOver((now) => (now?.row === place?.row && now?.col === place?.col ? now : place))
  }
  const handlers = {
    onDragEnter: move,
    onDragOver: move,
    onDragLeave: () => setOver(undefined),
    onDrop: (event: DragEvent) => {
      const files = [...event.dataTransfer.files]
      if (files.length === 0) return
      event.preventDefault()
      setOver(undefined)
      const place = taking(event)
      if (place) onFiles(place, files)
    },
  }
  return { over, handlers }
}
