import { PROVIDER_PRESETS, type ProviderPreset } from '@plinth/contract'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { CopyButton } from '../../ui/primitives/copy-button.tsx'
import { providerStrings as strings } from './provider-strings.ts'
import { type ProviderField, type ProviderValues, shownFields } from './provider-values.ts'

const OPTIONAL = new Set<ProviderField>(['verifiedClaim', 'emails', 'fullName'])

/** The address to register with the provider. */
export function RedirectAddress({ address }: { address: string }) {
  return (
    <p className="flex items-center gap-1 rounded-lg border bg-sunken px-3 py-1.5 font-mono text-xs break-all">
      <span className="min-w-0 flex-1">{address}</span>
      <CopyButton label={strings.copy} copiedLabel={strings.copied} text={address} />
    </p>
  )
}

interface ProviderPresetsProps {
  presets?: readonly ProviderPreset[]
  onChoose: (preset: ProviderPreset) => void
}

export function ProviderPresets({ presets = PROVIDER_PRESETS, onChoose }: ProviderPresetsProps) {
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <span className="text-xs text-fg-2">{strings.preset}</span>
      {presets.map((preset) => (
        <Button key={preset.name} size="sm" onClick={() => onChoose(preset)}>
          {preset.name}
        </Button>
      ))}
    </div>
  )
}

interface ProviderTextProps {
  name: string
  label: string
  hint?: string | undefined
  error: string | undefined
  value: string
  isSecret?: boolean
  required?: boolean
  disabled?: boolean
  onChange: (text: string) => void
}

export function ProviderText(props: ProviderTextProps) {
  return (
    <Field label={props.label} hint={props.hint} error={props.error}>
      {(control) => (
        <Input
          {...control}
          name={props.name}
          type={props.isSecret ? 'password' : 'text'}
          autoComplete="off"
          maxLength={1000}
          value={props.value}
          onChange={({ target }) => props.onChange(target.value)}
          required={props.required ?? false}
          disabled={props.disabled ?? false}
        />
      )}
    </Field>
  )
}

interface ProviderFieldsProps {
  values: ProviderValues
  /** A stored secret stays if its field is empty. */
  isStored: boolean
  verifiedClaimHint: string
  errors: Partial<Record<ProviderField, string | undefined>>
  disabled?: boolean
  onChange: (name: ProviderField, text: string) => void
}

/** The fields that every provider has. */
export function ProviderFields({ values, isStored, errors, ...props }: ProviderFieldsProps) {
  return shownFields(values).map((name) => {
    const isSecret = name === 'clientSecret'
    const isKept = isSecret && isStored
    const isKey = isSecret && values.hasSigner
    const hint = name === 'verifiedClaim' ? props.verifiedClaimHint : strings.hints[name]
    const secretHint = isKey ? strings.privateKeyHint : undefined
    return (
      <ProviderText
        key={name}
        name={name}
        label={isKey ? strings.privateKey : strings.labels[name]}
        hint={isKept ? strings.secretKept : (secretHint ?? hint)}
        error={errors[name]}
        value={values.texts[name]}
        isSecret={isSecret}
        required={name === 'primary' ? values.texts.emails !== '' : !OPTIONAL.has(name) && !isKept}
        disabled={props.disabled ?? false}
        onChange={(text) => props.onChange(name, text)}
      />
    )
  })
}
