import { CREDENTIAL_KINDS, type CredentialField, FINGERPRINT } from '@plinth/contract'
import { useId, useState } from 'react'
import { Field, type FieldControl } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import { SwitchRow } from '../../ui/forms/switch.tsx'
import type { CredentialData } from './credential-data.ts'
import { labelOfField } from './label-of-field.ts'
import { serviceOf } from './services/apply-service.ts'
import { ScopeChoice } from './services/scope-choice.tsx'
import { ServiceChoice } from './services/service-choice.tsx'
import { workflowListStrings as strings } from './strings.ts'
import type { useCredentialForm } from './use-credential-form.ts'

const words = strings.credential

type Value = CredentialData[string]

interface EntryProps {
  field: CredentialField
  value: Value | undefined
  /** Fingerprint of the stored value, if there is one. */
  stored: string | undefined
  onChange: (value: Value) => void
}

/** Write-only: shows whether a value is stored, and keeps it until a new one is entered. */
function SecretInput({ control, value, stored, onChange }: EntryProps & { control: FieldControl }) {
  const text = typeof value === 'string' && !FINGERPRINT.test(value) ? value : ''
  return (
    <Input
      {...control}
      type="password"
      autoComplete="new-password"
      spellCheck={false}
      value={text}
      placeholder={stored === undefined ? '' : words.stored}
      onChange={(event) => onChange(event.target.value || (stored ?? ''))}
    />
  )
}

const listIn = (text: string) => text.split(/[\s,]+/).filter((one) => one !== '')

/** Keeps the text as typed while it parses to the current data. */
function ListInput({ control, value, onChange }: EntryProps & { control: FieldControl }) {
  const joined = Array.isArray(value) ? value.join(', ') : ''
  const [typed, setTyped] = useState(joined)
  return (
    <Input
      {...control}
      value={listIn(typed).join(', ') === joined ? typed : joined}
      autoComplete="off"
      spellCheck={false}
      placeholder={words.hostsPlaceholder}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(listIn(event.target.value))
      }}
    />
  )
}

function Entry(props: EntryProps) {
  const { field, value, onChange } = props
  const label = labelOfField(field.name)
  const hint = `${field.about}.`
  if (typeof field.start === 'boolean') {
    return (
      <SwitchRow label={label} hint={hint} checked={value === true} onCheckedChange={onChange} />
    )
  }
  return (
    <Field label={label} hint={hint}>
      {(control) => {
        if (Array.isArray(field.start)) return <ListInput {...props} control={control} />
        if (typeof field.start === 'number') {
          return (
            <NumberInput
              {...control}
              value={typeof value === 'number' ? value : null}
              onValueChange={onChange}
            />
          )
        }
        if (!field.isPublic) return <SecretInput {...props} control={control} />
        return (
          <Input
            {...control}
            autoComplete="off"
            spellCheck={false}
            value={typeof value === 'string' ? value : ''}
            onChange={(event) => onChange(event.target.value)}
          />
        )
      }}
    </Field>
  )
}

/** Form for the known fields of a credential type; it edits the JSON data. */
export function CredentialFields({ form }: { form: ReturnType<typeof useCredentialForm> }) {
  const id = useId()
  const { type, data } = form.values
  const service = type === 'oauth2' ? serviceOf(data) : undefined
  const own = type === 'oauth2' ? ['service', 'registration', ...(service ? ['scope'] : [])] : []
  const fields = CREDENTIAL_KINDS[type].fields.filter(({ name }) => !own.includes(name))
  const before = form.basedOn?.type === type ? form.basedOn.data : {}
  const storedOf = (name: string) => {
    const value = before[name]
    return typeof value === 'string' && FINGERPRINT.test(value) ? value : undefined
  }
  return (
    <section aria-labelledby={id} className="flex min-h-0 flex-1 flex-col gap-1.5">
      <h3 id={id} className="text-xs text-fg-2">
        {words.fields}
      </h3>
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto rounded-md border bg-sunken/40 p-3">
        {fields.length === 1 && fields[0]?.name === 'hosts' ? (
          <p className="text-xs text-fg-2">{words.customText}</p>
        ) : null}
        {type === 'oauth2' ? <ServiceChoice data={data} onChange={form.setData} /> : null}
        {fields.map((field) => (
          <Entry
            key={`${type} ${field.name}`}
            field={field}
            value={data[field.name]}
            stored={storedOf(field.name)}
            onChange={(value) => form.setEntry(field.name, value)}
          />
        ))}
        {service ? (
          <ScopeChoice key={service.id} service={service} data={data} onChange={form.setData} />
        ) : null}
      </div>
    </section>
  )
}
