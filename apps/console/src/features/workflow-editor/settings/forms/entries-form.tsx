import { Plus, X } from 'lucide-react'
import { type DragEvent, useEffect, useId, useRef } from 'react'
import { Input } from '../../../../ui/forms/input.tsx'
import { Select } from '../../../../ui/forms/select.tsx'
import { Button } from '../../../../ui/primitives/button.tsx'
import { DRAGGED_PATH } from '../../paths/path-drag.ts'
import { formStrings } from '../../strings/form-strings.ts'
import { convertValue, EntryValue, typeOfValue, type ValueType } from './entry-value.tsx'
import type { FormProps } from './form-props.ts'
import { looksSecret } from './looks-secret.ts'
import { type Line, useEntryLines } from './use-entry-lines.ts'

const words = formStrings.entry
const TYPES = Object.entries(words.types).map(([value, label]) => ({
  value: value as ValueType,
  label,
}))

interface EntryLineProps {
  at: number
  line: Line
  /** Whether values have a type; else they are texts, as in headers. */
  isTyped: boolean
  onChange: (line: Line) => void
  onRemove: () => void
}

function EntryLine({ at, line, isTyped, onChange, onRemove }: EntryLineProps) {
  const id = useId()
  const name = useRef<HTMLInputElement>(null)
  const isNew = useRef(line.isNew === true)
  useEffect(() => {
    if (isNew.current) name.current?.focus()
  }, [])
  const type = typeOfValue(line.value)
  const hasType = isTyped || type !== 'text'
  const drop = (event: DragEvent) => {
    const path = event.dataTransfer.getData(DRAGGED_PATH)
    if (path === '' || event.isDefaultPrevented()) return
    event.preventDefault()
    onChange({ ...line, value: `{{ ${path} }}` })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: takes values that are dropped on the entry
    <div onDrop={drop} className="flex flex-col gap-1">
      <div className="flex items-center gap-1.5">
        <Input
          ref={name}
          id={`${id}-key`}
          aria-label={words.key(at)}
          placeholder={words.name}
          spellCheck={false}
          autoComplete="off"
          value={line.key}
          onChange={(event) => onChange({ ...line, key: event.target.value })}
        />
        {hasType ? (
          <div className="w-30 shrink-0">
            <Select<ValueType>
              id={`${id}-type`}
              aria-label={words.type(at)}
              isLazy
              value={type}
              options={TYPES}
              onValueChange={(next) => onChange({ ...line, value: convertValue(line.value, next) })}
            />
          </div>
        ) : null}
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={words.remove(line.key)}
          onClick={onRemove}
        >
          <X aria-hidden="true" />
        </Button>
      </div>
      <div className="pr-8.5">
        <EntryValue
          key={type}
          id={`${id}-value`}
          label={words.value(at, line.key)}
          value={line.value}
          onChange={(value) => onChange({ ...line, value })}
        />
      </div>
    </div>
  )
}

function noteOf(lines: readonly Line[], warnsOfSecrets: boolean): string {
  const keys = lines.map(({ key }) => key)
  const double = keys.find((key, at) => key !== '' && keys.indexOf(key) < at)
  if (double !== undefined) return words.duplicate(double)
  if (lines.some(({ key, value }) => key === '' && value !== '')) return words.noName
  const isSecret = warnsOfSecrets && lines.some(({ key, value }) => looksSecret(key, value))
  return isSecret ? words.secret : ''
}

/** Names and values of a JSON object, one below the other. */
export function EntriesForm({ node, label, property, value, onChange }: FormProps) {
  const { lines, update, add } = useEntryLines(value, onChange)
  const warnsOfSecrets = node.data.definition.name === 'http_request'
  const note = noteOf(lines, warnsOfSecrets)
  return (
    <fieldset className="flex flex-col gap-2.5">
      <legend className="sr-only">{label}</legend>
      {lines.map((line, at) => (
        <EntryLine
          key={line.id}
          at={at + 1}
          line={line}
          isTyped={property.ui.editor !== 'texts'}
          onChange={(next) => update(lines.with(at, next))}
          onRemove={() => update(lines.toSpliced(at, 1))}
        />
      ))}
      <Button size="sm" className="self-start" onClick={add}>
        <Plus aria-hidden="true" />
        {words.add}
      </Button>
      <p role="status" className="text-xs text-warn-text empty:hidden">
        {note}
      </p>
    </fieldset>
  )
}
