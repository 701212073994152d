import { type DragEvent, useState } from 'react'
import { DRAGGED_PATH } from './path-drag.ts'

/** Makes an element take a path that is dropped on it, unless an editor inside has inserted it at the pointer. */
export function usePathDrop(onPath: ((path: string) => void) | undefined) {
  const [isOver, setOver] = useState(false)
  const drop = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(DRAGGED_PATH)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false)
      const path = event.dataTransfer.getData(DRAGGED_PATH)
      if (path === '' || event.isDefaultPrevented() || !onPath) return
      event.preventDefault()
      onPath(path)
    },
  }
  return { isOver, drop }
}
