import { ApiError } from '@plinth/client'
import type { SsoProvider } from '@plinth/contract'
import { useState } from 'react'
import {
  ProviderFields,
  ProviderPresets,
  ProviderText,
  RedirectAddress,
} from '../../state/identity-provider/provider-fields.tsx'
import { providerStrings as shared } from '../../state/identity-provider/provider-strings.ts'
import {
  applyPreset,
  type ProviderField,
  type ProviderValues,
  providerFieldOf,
  shownFields,
} from '../../state/identity-provider/provider-values.ts'
import { Dialog, DialogClose, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { CheckedForm } from '../../ui/forms/checked-form.tsx'
import { SwitchRow } from '../../ui/forms/switch.tsx'
import { useInvalidFocus } from '../../ui/forms/use-invalid-focus.ts'
import { Button } from '../../ui/primitives/button.tsx'
import { useSaveProvider } from './sso-queries.ts'
import { ssoStrings as strings } from './sso-strings.ts'
import { readSso, type SsoValues, toDomains, toSaved } from './sso-values.ts'

interface SsoDialogProps {
  provider: SsoProvider | null
  callback: string
  onClose: () => void
}

type SsoProblems = Partial<Record<ProviderField | 'name' | 'domains' | 'ssoOnly' | 'form', string>>

/** The message for a field, or for the whole form if the server named none. */
function problemsOf(error: Error | null, values: SsoValues): SsoProblems {
  if (error === null) return {}
  if (!(error instanceof ApiError)) return { form: strings.unreachable }
  const [issue] = Array.isArray(error.details) ? error.details : []
  const path = String(issue?.path ?? '')
  if (path === 'ssoOnly') return { ssoOnly: `${strings.ssoOnly} ${issue.message}` }
  if (path === 'name') return { name: issue.message }
  const [list, index] = path.split('.')
  if (list === 'domains') {
    const domain = index === undefined ? undefined : toDomains(values.domains)[Number(index)]
    return { domains: [domain, issue.message].filter(Boolean).join(' ') }
  }
  const field = providerFieldOf(path)
  return field && shownFields(values.provider).includes(field)
    ? { [field]: issue.message }
    : { form: issue ? `${path} ${issue.message}` : error.message }
}

function SsoForm({ provider, callback, onClose }: SsoDialogProps) {
  const saving = useSaveProvider()
  const [values, setValues] = useState(() => readSso(provider))
  const problems = problemsOf(saving.error, values)
  const form = useInvalidFocus(saving.error)
  const change = (changed: Partial<SsoValues>) => setValues((now) => ({ ...now, ...changed }))
  const changeProvider = (changed: Partial<ProviderValues>) =>
    setValues((now) => ({ ...now, provider: { ...now.provider, ...changed } }))
  const submit = () => {
    if (!saving.isPending) saving.mutate(toSaved(values), { onSuccess: onClose })
  }
  return (
    <CheckedForm ref={form} onSubmit={submit}>
      <div className="mt-3 flex max-h-[66vh] flex-col gap-3.5 overflow-y-auto px-5 pt-0.5 pb-1">
        <RedirectAddress address={callback} />
        <ProviderPresets
          onChoose={(preset) =>
            change({ name: preset.name, provider: applyPreset(values.provider, preset) })
          }
        />
        <SwitchRow
          label={shared.hasAddresses}
          hint={shared.hasAddressesHint}
          checked={values.provider.hasAddresses}
          onCheckedChange={(hasAddresses) => changeProvider({ hasAddresses })}
        />
        <div className="grid grid-cols-2 gap-x-5 gap-y-3.5 max-sm:grid-cols-1">
          <ProviderText
            name="name"
            label={shared.buttonName}
            error={problems.name}
            value={values.name}
            required
            onChange={(name) => change({ name })}
          />
          <ProviderFields
            values={values.provider}
            isStored={provider !== null}
            verifiedClaimHint={strings.verifiedClaimHint}
            errors={problems}
            onChange={(name, text) =>
              changeProvider({ texts: { ...values.provider.texts, [name]: text } })
            }
          />
          <ProviderText
            name="domains"
            label={strings.domains}
            hint={strings.domainsHint}
            error={problems.domains}
            value={values.domains}
            onChange={(domains) => change({ domains })}
          />
        </div>
        <SwitchRow
          label={shared.hasSigner}
          hint={shared.hasSignerHint}
          checked={values.provider.hasSigner}
          onCheckedChange={(hasSigner) => changeProvider({ hasSigner })}
        />
        <SwitchRow
          label={strings.ssoOnly}
          hint={strings.ssoOnlyHint}
          error={problems.ssoOnly}
          checked={values.ssoOnly}
          onCheckedChange={(ssoOnly) => change({ ssoOnly })}
        />
      </div>
      {/* Below the part that scrolls, so that it is always seen. */}
      {problems.form ? (
        <p role="alert" className="px-5 pt-3 text-sm text-danger-text">
          {problems.form}
        </p>
      ) : null}
      <DialogFooter>
        <DialogClose>
          <Button>{strings.cancel}</Button>
        </DialogClose>
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
      className="w-180!"
    >
      <SsoForm {...form} />
    </Dialog>
  )
}
