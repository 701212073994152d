import { useState } from 'react'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { Chip } from '../../../ui/primitives/chip.tsx'
import { columnStrings as strings } from '../strings/column-strings.ts'
import { readList, writeList } from './list-text.ts'
import { SplitOffer } from './split-offer.tsx'

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

/** A list of values as text, with a chip for each. */
export function ListOption({ label, placeholder, values, onChange }: ListOptionProps) {
  const [text, setText] = useState(() => writeList(values))
  const write = (next: readonly string[]) => {
    setText(writeList(next))
    onChange([...next])
  }
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
      <SplitOffer values={values} onSplit={write} />
      {values.length === 0 ? null : (
        <Chips values={values} onRemove={(gone) => write(values.filter((one) => one !== gone))} />
      )}
    </div>
  )
}
