import { type Credential, CredentialType } from '@plinth/contract'
import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { useCredentialDialog } from '../../../../state/credential-dialog.ts'
import { Field } from '../../../../ui/forms/field.tsx'
import { Select } from '../../../../ui/forms/select.tsx'
import { Button } from '../../../../ui/primitives/button.tsx'
import { nodeSettingsStrings as words } from '../../strings/node-settings-strings.ts'

const NONE = 'none'

interface CredentialFieldProps {
  label: string
  type: string
  value: string | undefined
  credentials: readonly Credential[]
  isFailed: boolean
  onRetry: () => void
  onChange: (id: string | undefined) => void
}

/** The type in words, and its name in the specification and the API. */
function nameOfType(type: string): string {
  const name = words.credentialTypes[type]
  return name === undefined ? type : `${name} (${type})`
}

interface CredentialActionsProps {
  type: string
  chosen: Credential | undefined
  onSaved: (id: string) => void
}

/** Creates a credential without leaving the node, or edits and tests the chosen one. */
function CredentialActions({ type, chosen, onSaved }: CredentialActionsProps) {
  const dialog = useCredentialDialog()
  const [open, setOpen] = useState<{ credential: Credential | undefined }>()
  const known = CredentialType.safeParse(type)
  if (!dialog || !known.success) return null
  return (
    <div className="flex flex-wrap gap-1.5 pt-1.5">
      <Button size="sm" onClick={() => setOpen({ credential: undefined })}>
        <Plus aria-hidden="true" />
        {words.newCredential(nameOfType(type))}
      </Button>
      {chosen ? (
        <Button size="sm" onClick={() => setOpen({ credential: chosen })}>
          <Pencil aria-hidden="true" />
          {words.editCredential}
        </Button>
      ) : null}
      {open
        ? dialog({
            type: known.data,
            credential: open.credential,
            onSaved: (saved) => (saved.type === type ? onSaved(saved.id) : undefined),
            onClose: () => setOpen(undefined),
          })
        : null}
    </div>
  )
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
    <div>
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
      <CredentialActions
        type={type}
        chosen={own.find(({ id }) => id === value)}
        onSaved={onChange}
      />
    </div>
  )
}
