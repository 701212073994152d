import type { Credential } from '@plinth/contract'
import { Field } from '../../../../ui/forms/field.tsx'
import { Select } from '../../../../ui/forms/select.tsx'
import { Button } from '../../../../ui/primitives/button.tsx'
import { nodeSettingsStrings as words } from '../../strings/node-settings-strings.ts'

const NONE = 'none'

interface CredentialFieldProps {
  label: string
  type: string
  value: string | undefined
  credentials: readonly Pick<Credential, 'id' | 'name' | 'type'>[]
  isFailed: boolean
  onRetry: () => void
  onChange: (id: string | undefined) => void
}

/** Selects a credential of the required type; nodes have no other access to secrets. */
export function CredentialField(props: CredentialFieldProps) {
  const { label, type, value, onChange } = props
  const own = props.credentials.filter((credential) => credential.type === type)
  const isEmpty = own.length === 0
  const isMissing = value !== undefined && !own.some(({ id }) => id === value)
  const options = isEmpty
    ? [{ value: NONE, label: words.noCredentials }]
    : [
        { value: NONE, label: words.noCredential },
        ...own.map(({ id, name }) => ({ value: id as string, label: name })),
      ]
  const retry = props.isFailed ? (
    <span className="flex items-center gap-1.5 text-xs text-fg-2">
      {words.loadFailed}
      <Button size="sm" onClick={props.onRetry}>
        {words.retry}
      </Button>
    </span>
  ) : null
  return (
    <Field
      label={label}
      aside={retry}
      hint={isEmpty && !props.isFailed ? words.noCredentialsHint(type) : undefined}
      error={isMissing && !props.isFailed ? words.missingCredential : undefined}
    >
      {(control) => (
        <Select
          {...control}
          value={isMissing || value === undefined ? NONE : value}
          options={options}
          disabled={isEmpty}
          onValueChange={(id) => onChange(id === NONE ? undefined : id)}
        />
      )}
    </Field>
  )
}
