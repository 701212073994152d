import type { WorkflowNote } from '@plinth/contract'
import { useReactFlow } from '@xyflow/react'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useEditorContext } from '../editor/editor-context.tsx'
import { SNAP } from '../graph/graph.ts'
import { type NoteSize, resizeNote } from '../graph/notes.ts'
import { noteStrings as words } from '../strings/note-strings.ts'

const LARGE_STEP = 5 * SNAP

const DIRECTIONS: Readonly<Record<string, readonly [wider: number, higher: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

interface Drag {
  x: number
  y: number
  from: NoteSize
  /** All steps of one drag are one undo step. */
  burst: string
}

/** The size as shown, which a long text makes higher than the stored one. */
function shownSize(handle: HTMLElement): NoteSize {
  const { offsetWidth = 0, offsetHeight = 0 } = handle.parentElement ?? {}
  return { width: offsetWidth, height: offsetHeight }
}

/** The corner that changes the size of a note, by dragging it or by the arrow keys while it has the focus. */
export function NoteResizer({ note }: { note: WorkflowNote }) {
  const { editor } = useEditorContext()
  const flow = useReactFlow()
  const drag = useRef<Drag>(undefined)
  const resize = (size: NoteSize, burst: string) =>
    editor.edit((content) => resizeNote(content, { id: note.id, size }), burst)
  const start = (event: PointerEvent<HTMLButtonElement>) => {
    const { currentTarget, pointerId, clientX: x, clientY: y, timeStamp } = event
    currentTarget.setPointerCapture(pointerId)
    drag.current = { x, y, from: shownSize(currentTarget), burst: `size ${note.id} ${timeStamp}` }
  }
  const move = ({ clientX, clientY }: PointerEvent) => {
    if (!drag.current) return
    const { x, y, from, burst } = drag.current
    const zoom = flow.getZoom()
    const width = from.width + (clientX - x) / zoom
    resize({ width, height: from.height + (clientY - y) / zoom }, burst)
  }
  const end = () => {
    drag.current = undefined
  }
  const press = (event: KeyboardEvent<HTMLButtonElement>) => {
    const step = event.shiftKey ? LARGE_STEP : SNAP
    const by = DIRECTIONS[event.key]
    if (!by) return
    // The arrow keys move a note whose corner does not have the focus.
    event.preventDefault()
    event.stopPropagation()
    const { width, height } = shownSize(event.currentTarget)
    const [wider, higher] = by
    resize({ width: width + wider * step, height: height + higher * step }, `size ${note.id}`)
  }
  return (
    <button
      type="button"
      data-note-resizer=""
      aria-label={words.resizer}
      title={words.resizer}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onLostPointerCapture={end}
      onKeyDown={press}
      className="nodrag nopan ring-focus absolute right-0 bottom-0 size-6 cursor-nwse-resize touch-none rounded-br-xl text-warn-text opacity-0 group-hover/note:opacity-100 group-data-selected/note:opacity-100 focus-visible:opacity-100"
    >
      <svg viewBox="0 0 24 24" aria-hidden="true" className="stroke-current stroke-[1.5]">
        <path d="M19 11 11 19M19 16 16 19" />
      </svg>
    </button>
  )
}
