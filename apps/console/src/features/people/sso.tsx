import type { SsoProvider } from '@plinth/contract'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { SsoDialog } from './sso-dialog.tsx'
import { useProvider, useRemoveProvider } from './sso-queries.ts'
import { ssoStrings as strings } from './sso-strings.ts'

function Facts({ provider: { issuer, domains, ssoOnly } }: { provider: SsoProvider }) {
  const facts = [
    { name: strings.issuer, value: issuer },
    { name: strings.domains, value: domains.join(', ') || strings.noDomains },
    { name: strings.passwords, value: ssoOnly ? strings.breakGlassOnly : strings.allowed },
  ]
  return (
    <dl className="mt-3 flex flex-col gap-1">
      {facts.map(({ name, value }) => (
        <div key={name} className="flex gap-3 text-sm">
          <dt className="w-28 shrink-0 text-fg-2">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function RemoveDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const removing = useRemoveProvider()
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title={strings.removeTitle}
      text={strings.removeText}
      cancelLabel={strings.cancel}
      confirmLabel={strings.remove}
      busy={removing.isPending}
      onConfirm={() => removing.mutate(undefined, { onSettled: onClose })}
    />
  )
}

/** The identity provider of the organisation. */
export function Sso() {
  const { data } = useProvider()
  const [shown, setShown] = useState<'form' | 'removal'>()
  if (!data) return null
  const { provider, source, callback } = data
  const isFixed = source === 'settings'
  const text = provider
    ? (isFixed ? strings.fromSettings : strings.text)(provider.name)
    : strings.none
  const close = () => setShown(undefined)
  return (
    <section aria-labelledby="sso" className="mt-6 rounded-xl border bg-surface px-4 py-3 shadow-1">
      <div className="flex items-start justify-between gap-4">
        <div>
          <h2 id="sso" className="text-sm font-medium">
            {strings.title}
          </h2>
          <p className="text-xs text-fg-2">{text}</p>
        </div>
        {isFixed ? null : (
          <div className="flex shrink-0 gap-2">
            {provider ? (
              <Button size="sm" onClick={() => setShown('removal')}>
                {strings.remove}
              </Button>
            ) : null}
            <Button size="sm" onClick={() => setShown('form')}>
              {provider ? strings.change : strings.setUp}
            </Button>
          </div>
        )}
      </div>
      {provider ? <Facts provider={provider} /> : null}
      <SsoDialog open={shown === 'form'} provider={provider} callback={callback} onClose={close} />
      <RemoveDialog open={shown === 'removal'} onClose={close} />
    </section>
  )
}
