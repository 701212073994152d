import { APPROVAL_FIELD_TYPES, type ApprovalField } from '@plinth/contract'
import { Plus, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Input } from '../../../../ui/forms/input.tsx'
import { Select } from '../../../../ui/forms/select.tsx'
import { SwitchRow } from '../../../../ui/forms/switch.tsx'
import { Button } from '../../../../ui/primitives/button.tsx'
import { formStrings } from '../../strings/form-strings.ts'
import type { FormProps } from './form-props.ts'
import { readFormFields, writeFormFields } from './read-form-fields.ts'

const words = formStrings.formField
const TYPES = APPROVAL_FIELD_TYPES.map((value) => ({ value, label: words.types[value] }))
const NEW: ApprovalField = { name: '', label: '', type: 'text', required: false, options: [] }

interface FieldLineProps {
  at: number
  field: ApprovalField
  isNew: boolean
  onChange: (field: ApprovalField) => void
  onRemove: () => void
}

function FieldLine({ at, field, isNew, onChange, onRemove }: FieldLineProps) {
  const id = useId()
  const name = useRef<HTMLInputElement>(null)
  const isAdded = useRef(isNew)
  useEffect(() => {
    if (isAdded.current) name.current?.focus()
  }, [])
  return (
    <div className="flex flex-col gap-1.5 border-b pb-2.5">
      <div className="flex items-center gap-1.5">
        <Input
          ref={name}
          aria-label={words.name(at)}
          placeholder={words.namePlaceholder}
          spellCheck={false}
          autoComplete="off"
          value={field.name}
          onChange={(event) => onChange({ ...field, name: event.target.value })}
        />
        <div className="w-30 shrink-0">
          <Select
            id={`${id}-type`}
            aria-label={words.type(at)}
            isLazy
            value={field.type}
            options={TYPES}
            onValueChange={(type) => onChange({ ...field, type })}
          />
        </div>
        <Button variant="ghost" size="icon-sm" aria-label={words.remove(at)} onClick={onRemove}>
          <X aria-hidden="true" />
        </Button>
      </div>
      <div className="flex flex-col gap-1.5 pr-8.5">
        <Input
          aria-label={words.label(at)}
          placeholder={words.labelPlaceholder}
          autoComplete="off"
          value={field.label}
          onChange={(event) => onChange({ ...field, label: event.target.value })}
        />
        {field.type === 'select' ? (
          // Not controlled: a comma at the end is no option yet, and must not disappear.
          <Input
            aria-label={words.options(at)}
            placeholder={words.optionsPlaceholder}
            autoComplete="off"
            defaultValue={field.options.join(', ')}
            onChange={(event) => {
              const options = event.target.value.split(',').map((option) => option.trim())
              onChange({ ...field, options: options.filter(Boolean) })
            }}
          />
        ) : null}
        <SwitchRow
          label={words.required}
          checked={field.required}
          onCheckedChange={(required) => onChange({ ...field, required })}
        />
      </div>
    </div>
  )
}

/** The fields of a form that people fill in, one below the other. */
export function FieldsForm({ label, value, onChange }: FormProps) {
  const fields = readFormFields(value) ?? []
  const [addedAt, setAddedAt] = useState<number>()
  const set = (next: readonly ApprovalField[]) => onChange(writeFormFields(next))
  return (
    <fieldset className="flex flex-col gap-2.5">
      <legend className="sr-only">{label}</legend>
      {fields.map((field, at) => (
        <FieldLine
          // biome-ignore lint/suspicious/noArrayIndexKey: names are edited; the lines change when one is removed
          key={`${fields.length} ${at}`}
          at={at + 1}
          field={field}
          isNew={at === addedAt}
          onChange={(next) => set(fields.with(at, next))}
          onRemove={() => {
            setAddedAt(undefined)
            set(fields.toSpliced(at, 1))
          }}
        />
      ))}
      <Button
        size="sm"
        className="self-start"
        onClick={() => {
          setAddedAt(fields.length)
          set([...fields, NEW])
        }}
      >
        <Plus aria-hidden="true" />
        {words.add}
      </Button>
    </fieldset>
  )
}
