import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { isSaveKey } from '../../../ui/hooks/use-shortcut.ts'
import { cn } from '../../../ui/primitives/cn.ts'
import type { Move } from '../selection/use-grid-state.ts'

interface EditorPopoverProps {
  label: string
  /** The size it needs; it opens on the side with enough space. */
  width: number
  height: number
  /** Whether Enter commits; false for multi-line editors. */
  isEnterDone?: boolean
  /** Whether Tab commits at once, for a value typed straight into the cell; else it goes through the controls first. */
  isTabDone?: boolean
  onDone: (move: Move) => void
  onCancel: () => void
  children: ReactNode
}

export interface PopoverSide {
  isAbove: boolean
  shift: number
}

/** The side of a cell with enough space for a popover, and how far it is shifted to stay in view. */
export function findSide(
  anchor: HTMLElement,
  { width, height }: { width: number; height: number },
): PopoverSide {
  const frame = anchor.closest('[data-scroller]')?.getBoundingClientRect()
  const box = anchor.getBoundingClientRect()
  if (!frame) return { isAbove: false, shift: 0 }
  const below = frame.bottom - box.top
  const isAbove = below < height && box.bottom - frame.top > below
  return { isAbove, shift: Math.min(0, frame.right - 16 - (box.left + width)) }
}

const STOPS = 'button, input, textarea, [tabindex="0"]'

/** Tab moves through the controls inside before it moves to the next cell. */
function isLastStop(frame: HTMLElement | null, isBack: boolean): boolean {
  const stops = [...(frame?.querySelectorAll<HTMLElement>(STOPS) ?? [])].filter(
    ({ tabIndex }) => tabIndex >= 0,
  )
  return (isBack ? stops[0] : stops.at(-1)) === document.activeElement
}

function moveOf({ key, shiftKey }: KeyboardEvent, isEnterDone: boolean) {
  if (key === 'Tab') return shiftKey ? 'left' : 'right'
  if (key === 'Enter' && isEnterDone) return 'here'
  return undefined
}

/** Prevents a click beside the controls from moving the focus. */
function keepFocus(event: MouseEvent) {
  const isControl = (event.target as Element).closest('input, textarea, button, .cm-editor')
  if (!isControl) event.preventDefault()
}

/** A popover for editors larger than a cell; losing the focus commits the value. */
export function EditorPopover(props: EditorPopoverProps) {
  const { label, width, height, isEnterDone = false, onDone, onCancel, children } = props
  const isTabDone = props.isTabDone ?? false
  const frame = useRef<HTMLDivElement>(null)
  const isLeft = useRef(false)
  const [side, setSide] = useState<PopoverSide>({ isAbove: false, shift: 0 })
  useLayoutEffect(() => {
    const anchor = frame.current?.parentElement
    if (anchor) setSide(findSide(anchor, { width, height }))
  }, [width, height])
  const leave = (act: () => void) => {
    if (isLeft.current) return
    isLeft.current = true
    act()
  }
  const press = (event: KeyboardEvent) => {
    // The screen saves, with this value.
    if (isSaveKey(event)) return leave(() => onDone('here'))
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    const isBack = event.shiftKey
    if (event.key === 'Tab' && !isLastStop(frame.current, isBack) && (isBack || !isTabDone)) return
    const isButton = event.key === 'Enter' && event.target instanceof HTMLButtonElement
    const move = isButton || event.isDefaultPrevented() ? undefined : moveOf(event, isEnterDone)
    if (event.key === 'Escape') leave(onCancel)
    else if (move) leave(() => onDone(move))
    else return
    event.preventDefault()
  }
  /** Runs in the capture phase, before a code editor inserts a line break. */
  const finish = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    leave(() => onDone('here'))
  }
  const blur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && frame.current?.contains(relatedTarget)) return
    // An element that unmounts inside the popover blurs without a target; that is not leaving it.
    if (relatedTarget === null && document.hasFocus() && frame.current?.matches(':hover')) return
    leave(() => onDone('stay'))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: it groups the controls of one cell, not a form section
    <div
      ref={frame}
      role="group"
      aria-label={label}
      tabIndex={-1}
      onKeyDownCapture={finish}
      onKeyDown={press}
      onBlur={blur}
      onMouseDown={keepFocus}
      style={{ width, left: side.shift }}
      className={cn(
        'absolute z-40 flex flex-col rounded-lg bg-raised shadow-3 outline-none',
        side.isAbove ? 'bottom-0' : 'top-0',
      )}
    >
      {children}
    </div>
  )
}
