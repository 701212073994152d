import type { Column } from '@plinth/contract'
import { useLayoutEffect, useRef, useState } from 'react'
import { findSide } from '../editors/editor-popover.tsx'
import { HintText } from '../marks/hint-text.tsx'
import type { Hint } from '../marks/waiting-hint.ts'
import { placeHint } from './place-hint.ts'

interface EditorHintProps {
  hint: Hint | undefined
  field: Column
}

/** The place of the hint from the corner of its cell. */
function measurePlace(hint: HTMLElement, cell: HTMLElement, scroller: Element) {
  const box = cell.getBoundingClientRect()
  const parts = [...cell.children].filter((part) => part !== hint)
  const boxes = [box, ...parts.map((part) => part.getBoundingClientRect())]
  const editor = {
    top: Math.min(...boxes.map(({ top }) => top)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  }
  const size = { width: hint.offsetWidth, height: hint.offsetHeight }
  const frame = scroller.getBoundingClientRect()
  const top = placeHint({ frame, editor, height: size.height }) - box.top
  return { top, left: findSide(cell, size).shift }
}

/** What others did to the cell of the open editor, beside the editor. */
export function EditorHint({ hint, field }: EditorHintProps) {
  const element = useRef<HTMLParagraphElement>(null)
  const [place, setPlace] = useState({ top: 0, left: 0 })
  const isShown = hint !== undefined
  useLayoutEffect(() => {
    const { current } = element
    const cell = current?.parentElement
    const scroller = current?.closest('[data-scroller]')
    if (!isShown || !cell || !scroller) return
    const put = () => setPlace(measurePlace(current, cell, scroller))
    put()
    const observer = new ResizeObserver(put)
    for (const one of [scroller, ...cell.children]) observer.observe(one)
    return () => observer.disconnect()
  }, [isShown])
  return (
    <p
      ref={element}
      role="status"
      style={isShown ? place : undefined}
      className={
        isShown
          ? 'pointer-events-none absolute z-50 w-max max-w-md rounded-md bg-raised px-2 py-1 text-xs text-danger-text shadow-3'
          : 'sr-only'
      }
    >
      <span className="line-clamp-4 wrap-anywhere">
        <HintText hint={hint} field={field} />
      </span>
    </p>
  )
}
