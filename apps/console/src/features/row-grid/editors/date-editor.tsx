import { type ChangeEvent, useLayoutEffect, useRef, useState } from 'react'
import { fromLocalTime, toLocalTime } from '../../../ui/format/local-time.ts'
import { Input } from '../../../ui/forms/input.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { readCell } from '../cells/read-cell.ts'
import type { Move } from '../selection/use-grid-state.ts'
import { editorStrings as strings } from '../strings/editor-strings.ts'
import { EditorPopover } from './editor-popover.tsx'
import type { EditorProps } from './editor-props.ts'
import { calendar } from './parts.tsx'

const Calendar = calendar.Part

/** `2026-01-31 08:00` in the user's time zone. */
function printLocal(value: unknown): string {
  return typeof value === 'string' ? toLocalTime(value).replace('T', ' ').replace(/:00$/, '') : ''
}

function readLocal(text: string): string | null {
  const written = text.trim()
  return fromLocalTime(/^\d{4}-\d{2}-\d{2}$/.test(written) ? `${written}T00:00` : written)
}

function withDay(iso: string | null, day: Date): string {
  const at = iso === null ? new Date(0, 0, 1, 0, 0) : new Date(iso)
  const moved = new Date(day)
  moved.setHours(at.getHours(), at.getMinutes(), at.getSeconds(), 0)
  return moved.toISOString()
}

/** Edits a date and time by typing or with a calendar. */
export function DateEditor(props: EditorProps<'date'>) {
  const { field, label, value, isReplacing, onCommit, onCancel } = props
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(() => (isReplacing ? '' : printLocal(value)))
  const [isTyped, setTyped] = useState(isReplacing)
  useLayoutEffect(() => {
    input.current?.focus({ preventScroll: true })
    input.current?.select()
  }, [])
  const iso = readLocal(text)
  const isWrong = text.trim() !== '' && iso === null
  const selected = iso === null ? undefined : new Date(iso)
  const done = (move: Move) => onCommit(readCell(field, isWrong ? text : (iso ?? '')), move)
  const setTime = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const day = printLocal(iso ?? new Date().toISOString()).slice(0, 10)
    if (target.value) setText(`${day} ${target.value}`)
  }
  return (
    <EditorPopover
      label={label}
      width={312}
      height={400}
      isEnterDone
      onDone={done}
      onCancel={onCancel}
    >
      <div className="flex gap-2 p-3 pb-1">
        <Input
          ref={input}
          aria-label={label}
          aria-invalid={isWrong}
          placeholder={strings.dateHint}
          value={text}
          onChange={(event) => {
            setTyped(true)
            setText(event.target.value)
          }}
          onKeyDown={(event) => {
            // A typed date is complete; Tab does not walk through the time and the calendar.
            if (event.key !== 'Tab' || event.shiftKey || !isTyped) return
            event.preventDefault()
            done('right')
          }}
          className="tabular-nums"
        />
        <Input
          type="time"
          aria-label={strings.time}
          value={iso === null ? '' : printLocal(iso).slice(11, 16)}
          onChange={setTime}
          className="w-28! shrink-0"
        />
      </div>
      <Calendar
        key={iso?.slice(0, 7)}
        waiting={<div className="h-74" />}
        selected={selected}
        onChoose={(day) => {
          setText(printLocal(withDay(iso, day)))
          input.current?.focus()
        }}
      />
      <div className="flex justify-end gap-2 border-t p-2">
        <Button size="sm" variant="ghost" onClick={() => onCommit({ value: null }, 'here')}>
          {strings.clear}
        </Button>
        <Button size="sm" variant="primary" onClick={() => done('here')}>
          {strings.done}
        </Button>
      </div>
    </EditorPopover>
  )
}
