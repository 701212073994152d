import { useEffect, useRef, useState } from 'react'
import { Input } from '../../../../ui/forms/input.tsx'
import { NumberInput } from '../../../../ui/forms/number-input.tsx'
import { Select } from '../../../../ui/forms/select.tsx'
import { TextArea } from '../../../../ui/forms/text-area.tsx'
import type { Json } from '../../execution/execution.ts'
import { ExpressionField } from '../../expression/expression-field.tsx'
import { formStrings } from '../../strings/form-strings.ts'
import { textOf } from '../property/property.ts'

const words = formStrings.entry

export type ValueType = keyof typeof words.types

export function typeOfValue(value: Json): ValueType {
  if (value === null) return 'null'
  if (typeof value === 'object') return 'json'
  return typeof value === 'string' ? 'text' : (typeof value as 'number' | 'boolean')
}

/** The same value in another type, as far as it has one there. */
export function convertValue(value: Json, type: ValueType): Json {
  const text = textOf(value)
  switch (type) {
    case 'text':
      return text
    case 'number':
      return text.trim() === '' || !Number.isFinite(Number(text)) ? 0 : Number(text)
    case 'boolean':
      return text === 'true'
    case 'null':
      return null
    case 'json':
      try {
        const read = JSON.parse(text) as Json
        return typeof read === 'object' && read !== null ? read : [read]
      } catch {
        return text === '' ? {} : [text]
      }
  }
}

interface EntryValueProps {
  id: string
  label: string
  value: Json
  onChange: (value: Json) => void
}

const print = (value: Json | undefined) => JSON.stringify(value ?? null, null, 2)

/** JSON as text; invalid text stays in the field and is not saved. */
export function JsonValue({ id, label, value, onChange }: EntryValueProps) {
  const [text, setText] = useState(() => print(value))
  const [isValid, setValid] = useState(true)
  const known = useRef(print(value))
  useEffect(() => {
    const printed = print(value)
    if (known.current === printed) return
    known.current = printed
    setText(printed)
    setValid(true)
  }, [value])
  const change = (next: string) => {
    setText(next)
    try {
      const read = JSON.parse(next) as Json
      known.current = print(read)
      setValid(true)
      onChange(read)
    } catch {
      setValid(false)
    }
  }
  return (
    <>
      <TextArea
        id={id}
        aria-label={label}
        aria-invalid={!isValid}
        spellCheck={false}
        rows={3}
        value={text}
        onChange={(event) => change(event.target.value)}
        className="font-mono text-xs"
      />
      {isValid ? null : (
        <p role="alert" className="pt-1 text-xs text-danger-text">
          {words.invalidJson}
        </p>
      )}
    </>
  )
}

/** Edits a value of an entry as its type needs it. */
export function EntryValue({ id, label, value, onChange }: EntryValueProps) {
  switch (typeOfValue(value)) {
    case 'text':
      return (
        <ExpressionField
          isLabelHidden
          label={label}
          value={textOf(value)}
          onChange={onChange}
          language="line"
        />
      )
    case 'number':
      return (
        <NumberInput
          id={id}
          aria-label={label}
          step="any"
          value={value as number}
          onValueChange={(next) => onChange(next ?? 0)}
        />
      )
    case 'boolean':
      return (
        <Select
          id={id}
          aria-label={label}
          isLazy
          value={`${value}`}
          options={[
            { value: 'true', label: words.yes },
            { value: 'false', label: words.no },
          ]}
          onValueChange={(next) => onChange(next === 'true')}
        />
      )
    case 'null':
      return <Input id={id} aria-label={label} disabled value={words.types.null} />
    case 'json':
      return <JsonValue {...{ id, label, value, onChange }} />
  }
}
