import { fromLocalTime, toLocalTime } from '../../../ui/format/local-time.ts'
import { Field, type FieldControl } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { NumberInput } from '../../../ui/forms/number-input.tsx'
import { SwitchRow } from '../../../ui/forms/switch.tsx'
import { JsonOption } from '../fields/json-option.tsx'
import { columnStrings as strings } from '../strings/column-strings.ts'
import { checkPattern } from './check-pattern.ts'
import { ListOption } from './list-option.tsx'
import type { OptionField } from './option-fields.ts'
import { SelectDefault } from './select-default.tsx'

export interface OptionInputProps {
  field: OptionField
  options: Readonly<Record<string, unknown>>
  onChange: (value: unknown) => void
}

type Of<K extends OptionField['kind']> = Omit<OptionInputProps, 'field'> & {
  field: Extract<OptionField, { kind: K }>
}

const MEGABYTE = 1_048_576

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function NumberOption({ field, options, onChange }: Of<'number'>) {
  return (
    <Field label={field.label}>
      {(control) => (
        <NumberInput
          {...control}
          value={numberOf(options[field.key])}
          onValueChange={onChange}
          step={field.isWhole ? 1 : 'any'}
          {...(field.min === undefined ? {} : { min: field.min })}
          {...(field.placeholder === undefined ? {} : { placeholder: field.placeholder })}
        />
      )}
    </Field>
  )
}

function SizeOption({ field, options, onChange }: Of<'size'>) {
  const bytes = numberOf(options[field.key]) ?? 0
  return (
    <Field label={field.label} hint={strings.bytes(bytes)}>
      {(control) => (
        <NumberInput
          {...control}
          value={Math.round((bytes / MEGABYTE) * 1000) / 1000}
          onValueChange={(size) => onChange(Math.max(0, Math.round((size ?? 0) * MEGABYTE)))}
          min={0}
          step="any"
        />
      )}
    </Field>
  )
}

function TextOption({ field, options, onChange }: Of<'text'>) {
  return (
    <Field label={field.label}>
      {(control) => (
        <Input
          {...control}
          autoComplete="off"
          value={String(options[field.key] ?? '')}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

function PatternOption({ field, options, onChange }: Of<'pattern'>) {
  const pattern = String(options[field.key] ?? '')
  const hint = field.builtIn === undefined ? undefined : strings.builtInPattern(field.builtIn)
  return (
    <Field label={field.label} hint={hint} error={checkPattern(pattern)}>
      {(control) => (
        <Input
          {...control}
          autoComplete="off"
          spellCheck={false}
          value={pattern}
          onChange={(event) => onChange(event.target.value)}
          className="font-mono text-xs!"
        />
      )}
    </Field>
  )
}

function DateOption({ field, options, onChange }: Of<'date'>) {
  const iso = typeof options[field.key] === 'string' ? String(options[field.key]) : ''
  return (
    <Field label={field.label} hint={iso === '' ? undefined : strings.utc(iso)}>
      {(control: FieldControl) => (
        <Input
          {...control}
          type="datetime-local"
          step={1}
          value={toLocalTime(iso)}
          onChange={(event) => onChange(fromLocalTime(event.target.value))}
        />
      )}
    </Field>
  )
}

/** The input for one option of a field. */
export function OptionInput({ field, options, onChange }: OptionInputProps) {
  const rest = { options, onChange }
  switch (field.kind) {
    case 'toggle':
      return (
        <SwitchRow
          label={field.label}
          hint={field.hint}
          checked={options[field.key] === true}
          onCheckedChange={onChange}
        />
      )
    case 'number':
      return <NumberOption field={field} {...rest} />
    case 'size':
      return <SizeOption field={field} {...rest} />
    case 'text':
      return <TextOption field={field} {...rest} />
    case 'pattern':
      return <PatternOption field={field} {...rest} />
    case 'list':
      return (
        <ListOption
          label={field.label}
          placeholder={field.placeholder}
          values={textsOf(options[field.key])}
          onChange={onChange}
        />
      )
    case 'choice':
      return <SelectDefault label={field.label} {...rest} />
    case 'date':
      return <DateOption field={field} {...rest} />
    case 'json':
      return <JsonOption label={field.label} value={options[field.key]} onChange={onChange} />
  }
}
