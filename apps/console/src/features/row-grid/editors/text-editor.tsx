import type { Column } from '@plinth/contract'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { isSaveKey } from '../../../ui/hooks/use-shortcut.ts'
import { isHashed } from '../cells/print-cell.ts'
import { readCell } from '../cells/read-cell.ts'
import type { Move } from '../selection/use-grid-state.ts'

export interface TextEditorProps {
  field: Column
  label: string
  /** The initial text. */
  text: string
  /** Whether typing opened the editor: arrow keys then commit and move, until F2. */
  isReplacing?: boolean
  /** Called with undefined to leave the cell unchanged. */
  onDone: (text: string | undefined, move: Move) => void
  onCancel: () => void
}

const MODES: Partial<Record<Column['type'], 'decimal' | 'email' | 'url' | 'tel'>> = {
  number: 'decimal',
  email: 'email',
  url: 'url',
  phoneNumber: 'tel',
}

const ARROWS: Readonly<Record<string, Move>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

/** The move after Enter or Tab; Shift reverses it. */
function moveOf({ key, shiftKey }: { key: string; shiftKey: boolean }): Move | undefined {
  if (key === 'Enter') return shiftKey ? 'up' : 'down'
  if (key === 'Tab') return shiftKey ? 'left' : 'right'
  return undefined
}

const style =
  'size-full resize-none bg-surface px-3 text-sm text-fg shadow-[inset_0_0_0_2px_var(--accent)] outline-none aria-invalid:shadow-[inset_0_0_0_2px_var(--danger)]'

/** Edits a value as text inside the cell. */
export function TextEditor(props: TextEditorProps) {
  const { field, label, text, onDone, onCancel } = props
  const isTyping = useRef(props.isReplacing ?? false)
  const id = useId()
  const input = useRef<HTMLTextAreaElement & HTMLInputElement>(null)
  const isLeft = useRef(false)
  const [problem, setProblem] = useState<string>()
  useLayoutEffect(() => {
    input.current?.focus({ preventScroll: true })
    input.current?.select()
  }, [])
  const isSecret = isHashed(field)
  const done = (move: Move) => {
    if (isLeft.current) return
    isLeft.current = true
    const typed = input.current?.value ?? ''
    onDone(isSecret && typed === '' ? undefined : typed, move)
  }
  const press = (event: KeyboardEvent) => {
    // The screen saves, with this value.
    if (isSaveKey(event)) return done('here')
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && event.altKey) return
    if (event.key === 'F2') isTyping.current = false
    const isArrow = isTyping.current && !event.shiftKey && !event.ctrlKey && !event.metaKey
    const move = moveOf(event) ?? (isArrow ? ARROWS[event.key] : undefined)
    if (event.key === 'Escape') {
      isLeft.current = true
      onCancel()
    } else if (move) done(move)
    else return
    event.preventDefault()
  }
  const control = {
    ref: input,
    'aria-label': label,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem === undefined ? undefined : id,
    defaultValue: text,
    spellCheck: false,
    autoComplete: isSecret ? 'new-password' : 'off',
    onKeyDown: press,
    onInput: () => setProblem(readCell(field, input.current?.value ?? '').problem),
    onBlur: () => done('stay'),
  }
  const isLong = field.type === 'text' && !isSecret
  return (
    <>
      {isLong ? (
        <textarea {...control} rows={1} className={`${style} py-1.5 leading-5`} />
      ) : (
        <input
          {...control}
          type={isSecret ? 'password' : 'text'}
          inputMode={MODES[field.type] ?? 'text'}
          className={style}
        />
      )}
      {problem === undefined ? null : (
        <p
          id={id}
          role="status"
          className="absolute top-full left-0 z-40 mt-1 w-max max-w-72 rounded-md bg-raised px-2 py-1 text-xs text-danger-text shadow-3"
        >
          {problem}
        </p>
      )}
    </>
  )
}
