import { type RefObject, useEffect, useRef } from 'react'

/** Whether the last key or press was a press in the grid, so that a focus of the grid comes from the pointer. */
export function useGridPress(element: RefObject<HTMLElement | null>) {
  const isPressed = useRef(false)
  useEffect(() => {
    const press = ({ target }: Event) => {
      isPressed.current = target instanceof Node && element.current?.contains(target) === true
    }
    const type = () => {
      isPressed.current = false
    }
    // Captured, because the grid takes the focus while it handles the press.
    document.addEventListener('pointerdown', press, true)
    document.addEventListener('keydown', type, true)
    return () => {
      document.removeEventListener('pointerdown', press, true)
      document.removeEventListener('keydown', type, true)
    }
  }, [element])
  return isPressed
}
