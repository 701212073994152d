import { useState } from 'react'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { Chip } from '../../../ui/primitives/chip.tsx'
import { columnStrings as strings } from '../strings/column-strings.ts'
import { readList, splitValue, writeList } from './list-text.ts'

interface ListOptionProps {
  label: string
  placeholder: string
  values: readonly string[]
  onChange: (values: string[]) => void
}

function Chips({
  values,
  onRemove,
}: {
  values: readonly string[]
  onRemove: (value: string) => void
}) {
  return (
    <ul className="flex flex-wrap gap-1">
      {values.map((value) => (
        <li key={value} className="flex max-w-full">
          <Chip
            label={value}
            removeLabel={strings.removeValue(value)}
            onRemove={() => onRemove(value)}
          />
        </li>
      ))}
    </ul>
  )
}

/** A list of values as text, with a chip for each; a value with commas can be split after a preview. */
export function ListOption({ label, placeholder, values, onChange }: ListOptionProps) {
  const [text, setText] = useState(() => writeList(values))
  const write = (next: readonly string[]) => {
    setText(writeList(next))
    onChange([...next])
  }
  const joined = values.find((value) => splitValue(value).length > 1)
  const parts = joined === undefined ? [] : splitValue(joined)
  const hint = `${strings.listHint} ${values.length > 0 ? strings.listCount(values.length) : ''}`
  return (
    <div className="flex flex-col gap-1.5">
      <Field label={label} hint={hint.trim()}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            placeholder={placeholder}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              onChange(readList(event.target.value))
            }}
            onBlur={() => setText(writeList(values))}
          />
        )}
      </Field>
      {joined === undefined ? null : (
        <p role="status" className="text-xs text-warn-text">
          {strings.isOneValue(joined)}
          <button
            type="button"
            className="ring-focus ml-1.5 rounded-sm font-medium underline underline-offset-2"
            onClick={() =>
              write([...new Set(values.flatMap((value) => (value === joined ? parts : [value])))])
            }
          >
            {strings.splitValue(parts)}
          </button>
        </p>
      )}
      {values.length === 0 ? null : (
        <Chips values={values} onRemove={(gone) => write(values.filter((one) => one !== gone))} />
      )}
    </div>
  )
}
