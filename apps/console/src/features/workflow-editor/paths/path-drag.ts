import type { DragEvent } from 'react'

/** Drag type of a path from a node's input, such as `$in.total`. */
export const DRAGGED_PATH = 'application/x-plinth-path'

/** Props that make an element carry a path. */
export function dragPath(path: string) {
  return {
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      dataTransfer.effectAllowed = 'copy'
      dataTransfer.setData(DRAGGED_PATH, path)
      dataTransfer.setData('text/plain', `{{ ${path} }}`)
    },
  }
}
