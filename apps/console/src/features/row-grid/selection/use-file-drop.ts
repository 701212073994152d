import { type DragEvent, useState } from 'react'
import { editableField, type GridModel } from './grid-model.ts'
import type { CellPosition } from './selection.ts'

interface FileDrop {
  model: GridModel
  onFiles: (cell: CellPosition, files: readonly File[]) => void
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
    const cell = placeUnder(event)
    const type = cell && editableField(model, cell)?.type
    return type === 'image' || type === 'file' ? cell : undefined
  }
  const move = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    // Otherwise the browser would navigate to the dropped file.
    event.preventDefault()
    const cell = taking(event)
    event.dataTransfer.dropEffect = cell ? 'copy' : 'none'
    setOver((now) => (now?.row === cell?.row && now?.col === cell?.col ? now : cell))
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
      const cell = taking(event)
      if (cell) onFiles(cell, files)
    },
  }
  return { over, handlers }
}
