import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'

/** The dragged field and the position where it would be dropped. */
export interface FieldDrag {
  columnId: string
  index: number
}

/** The position among the rows, which differ in height while options are open. */
function indexAt(list: HTMLElement | null, y: number): number {
  const rows = [...(list?.querySelectorAll('[data-field]') ?? [])]
  const after = rows.findIndex((row) => {
    const { top, height } = row.getBoundingClientRect()
    return y < top + height / 2
  })
  return after < 0 ? rows.length : after
}

/** Reorders the fields by dragging their handles, whose pointer events go to `grip`; Escape cancels. */
export function useFieldDrag(
  list: RefObject<HTMLElement | null>,
  onDrop: (drag: FieldDrag) => void,
) {
  const [drag, setDrag] = useState<FieldDrag | null>(null)
  const pressed = useRef<string>(undefined)
  useEffect(() => {
    if (!drag) return
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // The dialog must stay open.
      event.stopPropagation()
      pressed.current = undefined
      setDrag(null)
    }
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [drag])
  const grip = (event: PointerEvent<HTMLElement>, { id }: { id: string }) => {
    if (event.type === 'pointerdown') {
      if (event.button !== 0) return
      pressed.current = id
      event.currentTarget.setPointerCapture(event.pointerId)
      return
    }
    if (pressed.current !== id) return
    if (event.type === 'pointermove') {
      return setDrag({ columnId: id, index: indexAt(list.current, event.clientY) })
    }
    pressed.current = undefined
    if (event.type === 'pointerup' && drag) onDrop(drag)
    setDrag(null)
  }
  return { drag, grip }
}
