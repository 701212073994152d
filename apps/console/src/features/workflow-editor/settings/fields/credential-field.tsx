import { type Credential, CredentialType } from '@plinth/contract'
import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { useCredentialDialog } from '../../../../state/credentials/credential-dialog.ts'
import { credentialTypeName } from '../../../../state/credentials/credential-type-name.ts'
import { Field } from '../../../../ui/forms/field.tsx'
import { Select } from '../../../../ui/forms/select.tsx'
import { Button } from '../../../../ui/primitives/button.tsx'
import { nodeSettingsStrings as words } from '../../strings/node-settings-strings.ts'

const NONE = 'none'

interface CredentialFieldProps {
  label: string
  type: string
  /** The address that the node calls. */
  url: string
  value: string | undefined
  credentials: readonly Credential[]
  isFailed: boolean
  onRetry: () => void
  onChange: (id: string | undefined) => void
}

interface CredentialActionsProps {
  type: CredentialType
  url: string
  chosen: Credential | undefined
  onSaved: (id: string) => void
}

/** Creates a credential without leaving the node, or edits and tests the chosen one. */
function CredentialActions({ type, url, chosen, onSaved }: CredentialActionsProps) {
  const dialog = useCredentialDialog()
  const [open, setOpen] = useState<{ credential: Credential | undefined }>()
  if (!dialog) return null
  return (
    <div className="flex flex-wrap gap-1.5 pt-1.5">
      <Button
        size="sm"
        className="h-auto! min-h-7 shrink! py-1 text-left whitespace-normal!"
        onClick={() => setOpen({ credential: undefined })}
      >
        <Plus aria-hidden="true" />
        {words.newCredential(credentialTypeName(type))}
      </Button>
      {chosen ? (
        <Button size="sm" onClick={() => setOpen({ credential: chosen })}>
          <Pencil aria-hidden="true" />
          {words.editCredential}
        </Button>
      ) : null}
      {open
        ? dialog({
            type,
            url: url === '' ? undefined : url,
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
  const known = CredentialType.safeParse(type)
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
      {known.success ? (
        <CredentialActions
          type={known.data}
          url={props.url}
          chosen={own.find(({ id }) => id === value)}
          onSaved={onChange}
        />
      ) : null}
    </div>
  )
}
