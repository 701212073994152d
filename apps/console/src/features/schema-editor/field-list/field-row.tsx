import type { Column, ColumnType } from '@plinth/contract'
import { ChevronDown, GripVertical, X } from 'lucide-react'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactNode,
} from 'react'
import { Input } from '../../../ui/forms/input.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { cn } from '../../../ui/primitives/cn.ts'
import { SplitOffer } from '../column-form/split-offer.tsx'
import { TYPE_CHOICES } from '../column-form/type-choices.tsx'
import { fieldListStrings as strings } from '../strings/field-list-strings.ts'

/** The columns of a row and of the header above the rows. */
export const FIELD_GRID =
  'grid grid-cols-[1.25rem_minmax(0,1fr)_9.5rem_4rem_4rem_4rem] items-center gap-2'

/** What a row does; the same object in every render, so that only changed rows render again. */
export interface FieldActions {
  rename: (column: Column, name: string) => void
  endName: (column: Column) => void
  retype: (column: Column, type: ColumnType) => void
  setOptions: (column: Column, part: Readonly<Record<string, unknown>>) => void
  pressName: (event: KeyboardEvent<HTMLInputElement>, column: Column) => void
  paste: (event: ClipboardEvent<HTMLInputElement>) => void
  toggle: (column: Column) => void
  remove: (column: Column) => void
  grip: (event: PointerEvent<HTMLElement>, column: Column) => void
}

interface FieldRowProps {
  column: Column
  position: number
  /** The row after the last field, for a new one. */
  isBlank: boolean
  /** A sign-in field, whose name and type are fixed. */
  isLocked: boolean
  isOpen: boolean
  /** Takes the focus when the dialog opens. */
  isFirstFocus: boolean
  isDragged: boolean
  /** A dragged field would be dropped before this row. */
  isDropTarget: boolean
  /** Why Sync or saving refuses this field. */
  problem: string | undefined
  /** What must be seen of the options while they are closed. */
  summary: string | undefined
  actions: FieldActions
  /** The inputs for the options, if they are open. */
  children: ReactNode
}

interface CheckProps {
  label: string
  isChecked: boolean | undefined
  isLocked: boolean
  onChange: (isChecked: boolean) => void
}

/** A checkbox of an option; empty for a type that does not have it. */
function Check({ label, isChecked, isLocked, onChange }: CheckProps) {
  if (isChecked === undefined) return <span />
  return (
    <span className="grid place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        title={label}
        checked={isChecked}
        disabled={isLocked && isChecked}
        onChange={(event) => onChange(event.target.checked)}
        className="ring-focus size-4 rounded-sm accent-(--accent)"
      />
    </span>
  )
}

function RowActs(props: FieldRowProps) {
  const { column, position, isOpen, actions } = props
  return (
    <span className="flex justify-end">
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={strings.options(position)}
        aria-expanded={isOpen}
        title={strings.options(position)}
        onClick={() => actions.toggle(column)}
      >
        <ChevronDown
          aria-hidden="true"
          className={cn('transition-transform', isOpen && 'rotate-180')}
        />
      </Button>
      {props.isBlank || props.isLocked ? (
        <span className="size-7" />
      ) : (
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={strings.remove(position)}
          title={strings.remove(position)}
          onClick={() => actions.remove(column)}
        >
          <X aria-hidden="true" />
        </Button>
      )}
    </span>
  )
}

/** One field of the table: name, type, Required, Unique, and its options below. */
export const FieldRow = memo(function FieldRow(props: FieldRowProps) {
  const { column, position, isBlank, isLocked, problem, actions } = props
  const grip = (event: PointerEvent<HTMLElement>) => actions.grip(event, column)
  const { options } = column
  const problemId = `field-${column.id}-problem`
  return (
    <li
      data-field={column.id}
      className={cn(
        'py-1',
        props.isDragged && 'opacity-50',
        props.isDropTarget && 'shadow-[0_-2px_0_var(--accent)]',
      )}
    >
      <div className={FIELD_GRID}>
        {isBlank ? (
          <span />
        ) : (
          <button
            type="button"
            onPointerDown={grip}
            onPointerMove={grip}
            onPointerUp={grip}
            onPointerCancel={grip}
            tabIndex={-1}
            aria-label={strings.move(position)}
            title={strings.moveHint}
            className="grid h-8 w-5 cursor-grab touch-none place-items-center text-fg-3 hover:text-fg"
          >
            <GripVertical aria-hidden="true" className="size-4" />
          </button>
        )}
        <Input
          {...(props.isFirstFocus ? { 'data-autofocus': true } : {})}
          data-field-input
          aria-label={strings.field(position)}
          aria-invalid={problem !== undefined}
          {...(problem === undefined ? {} : { 'aria-describedby': problemId })}
          autoComplete="off"
          spellCheck={false}
          disabled={isLocked}
          title={isLocked ? strings.locked : undefined}
          placeholder={isBlank ? strings.placeholder : undefined}
          value={column.name}
          onChange={(event) => actions.rename(column, event.target.value)}
          onBlur={() => actions.endName(column)}
          onKeyDown={(event) => actions.pressName(event, column)}
          onPaste={actions.paste}
        />
        <Select
          id={`field-${column.id}-type`}
          aria-label={strings.type(position)}
          value={column.type}
          disabled={isLocked}
          options={TYPE_CHOICES}
          isLazy
          onValueChange={(type) => actions.retype(column, type)}
        />
        <Check
          label={strings.required(position)}
          isChecked={options.isRequired}
          isLocked={isLocked}
          onChange={(isRequired) => actions.setOptions(column, { isRequired })}
        />
        <Check
          label={strings.unique(position)}
          isChecked={'isUnique' in options ? options.isUnique : undefined}
          isLocked={isLocked}
          onChange={(isUnique) => actions.setOptions(column, { isUnique })}
        />
        <RowActs {...props} />
      </div>
      {problem === undefined ? null : (
        <p id={problemId} className="mt-1 pl-7 text-xs text-danger-text">
          {problem}
        </p>
      )}
      {props.summary && !props.isOpen ? (
        <p className="mt-1 truncate pl-7 text-xs text-fg-3">{props.summary}</p>
      ) : null}
      {column.type === 'select' && !props.isOpen ? (
        <div className="pl-7">
          <SplitOffer
            values={column.options.selectOptions}
            onSplit={(selectOptions) => actions.setOptions(column, { selectOptions })}
          />
        </div>
      ) : null}
      {props.children}
    </li>
  )
})
