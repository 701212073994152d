import { ApiError } from '@plinth/client'
import { SSO_PRESETS, type SsoProvider } from '@plinth/contract'
import { type FormEvent, useState } from 'react'
import { Dialog, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { CheckedForm } from '../../ui/forms/checked-form.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { SwitchRow } from '../../ui/forms/switch.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { CopyButton } from '../../ui/primitives/copy-button.tsx'
import { useSaveProvider } from './sso-queries.ts'
import { ssoStrings as strings } from './sso-strings.ts'

interface SsoDialogProps {
  provider: SsoProvider | null
  callback: string
  onClose: () => void
}

type TextField = 'name' | 'issuer' | 'clientId' | 'clientSecret' | 'domains' | 'verifiedClaim'

const FIELDS: readonly { name: TextField; hint?: string; isOptional?: true }[] = [
  { name: 'name' },
  { name: 'issuer', hint: strings.issuerHint },
  { name: 'clientId' },
  { name: 'clientSecret' },
  { name: 'domains', hint: strings.domainsHint, isOptional: true },
  { name: 'verifiedClaim' },
]

/** The message for a field, or for the whole form if the server named none. */
function problemsOf(error: Error | null): Readonly<Record<string, string>> {
  if (error === null) return {}
  if (!(error instanceof ApiError)) return { form: strings.unreachable }
  const [issue] = Array.isArray(error.details) ? error.details : []
  const field = String(issue?.path ?? '').split('.')[0] ?? ''
  if (field === 'ssoOnly') return { form: `${strings.ssoOnly} ${issue.message}` }
  return FIELDS.some(({ name }) => name === field)
    ? { [field]: issue.message }
    : { form: error.message }
}

function readForm(form: FormData) {
  const text = (name: TextField) => String(form.get(name)).trim()
  const secret = String(form.get('clientSecret'))
  return {
    ...{ name: text('name'), issuer: text('issuer'), clientId: text('clientId') },
    domains: text('domains')
      .split(',')
      .flatMap((domain) => domain.trim() || []),
    verifiedClaim: text('verifiedClaim'),
    ...(secret === '' ? {} : { clientSecret: secret }),
  }
}

function Presets({ onChoose }: { onChoose: (preset: (typeof SSO_PRESETS)[number]) => void }) {
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <span className="text-xs text-fg-2">{strings.preset}</span>
      {SSO_PRESETS.map((preset) => (
        <Button key={preset.name} size="sm" onClick={() => onChoose(preset)}>
          {preset.name}
        </Button>
      ))}
    </div>
  )
}

function SsoForm({ provider, callback, onClose }: SsoDialogProps) {
  const saving = useSaveProvider()
  const [values, setValues] = useState<Record<TextField, string>>({
    name: provider?.name ?? '',
    issuer: provider?.issuer ?? '',
    clientId: provider?.clientId ?? '',
    clientSecret: '',
    domains: provider?.domains.join(', ') ?? '',
    verifiedClaim: provider?.verifiedClaim ?? 'email_verified',
  })
  const [isOnly, setOnly] = useState(provider?.ssoOnly ?? false)
  const problems = problemsOf(saving.error)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (saving.isPending) return
    const sent = { ...readForm(new FormData(event.currentTarget)), ssoOnly: isOnly }
    saving.mutate(sent, { onSuccess: onClose })
  }
  const isKept = (name: TextField) => name === 'clientSecret' && provider !== null
  return (
    <CheckedForm onSubmit={submit}>
      <div className="flex flex-col gap-3.5 px-5 pt-3">
        <p className="flex items-center gap-1 rounded-lg border bg-sunken px-3 py-1.5 font-mono text-xs break-all">
          <span className="min-w-0 flex-1">{callback}</span>
          <CopyButton label={strings.copy} copiedLabel={strings.copied} text={callback} />
        </p>
        <Presets onChoose={(preset) => setValues((now) => ({ ...now, ...preset }))} />
        {FIELDS.map(({ name, hint, isOptional }) => (
          <Field
            key={name}
            label={strings[name]}
            hint={isKept(name) ? strings.secretKept : hint}
            error={problems[name]}
          >
            {(control) => (
              <Input
                {...control}
                name={name}
                type={name === 'clientSecret' ? 'password' : 'text'}
                autoComplete="off"
                maxLength={1000}
                value={values[name]}
                onChange={({ target }) => setValues((now) => ({ ...now, [name]: target.value }))}
                required={!isOptional && !isKept(name)}
              />
            )}
          </Field>
        ))}
        <SwitchRow
          label={strings.ssoOnly}
          hint={strings.ssoOnlyHint}
          checked={isOnly}
          onCheckedChange={setOnly}
        />
        {problems.form ? (
          <p role="alert" className="text-sm text-danger-text">
            {problems.form}
          </p>
        ) : null}
      </div>
      <DialogFooter>
        <Button onClick={onClose}>{strings.cancel}</Button>
        <Button type="submit" variant="primary" busy={saving.isPending}>
          {strings.save}
        </Button>
      </DialogFooter>
    </CheckedForm>
  )
}

/** Sets the identity provider. Its secret can be replaced, but is never shown. */
export function SsoDialog({ open, ...form }: SsoDialogProps & { open: boolean }) {
  return (
    <Dialog
      open={open}
      onOpenChange={form.onClose}
      title={strings.dialogTitle}
      description={strings.dialogText}
    >
      <SsoForm {...form} />
    </Dialog>
  )
}
