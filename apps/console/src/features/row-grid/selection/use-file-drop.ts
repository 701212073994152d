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

/** Files that are dragged over the grid fall into cells that take files, and nowhere else. */
export function useFileDrop({ model, onFiles }: FileDrop) {
  const [over, setOver] = useState<CellPosition>()
  const taking = (event: DragEvent): CellPosition | undefined => {
    const place = placeUnder(event)
    const type = place && editableField(model, place)?.type
    return type === 'image' || type === 'file' ? place : undefined
  }
  const move = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    // Else the browser would leave the page for the file.
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
