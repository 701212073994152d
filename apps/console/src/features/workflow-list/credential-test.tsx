import { CircleAlert, CircleCheck, CircleX } from 'lucide-react'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { workflowListStrings as strings } from './strings.ts'
import type { TestOutcome, useCredentialTest } from './use-credential-test.ts'

const words = strings.test

function Outcome({ outcome }: { outcome: TestOutcome }) {
  const { ok, message, tookMs, scopes } = outcome
  const isPartial = ok && scopes !== undefined && scopes.missing.length > 0
  const tone = isPartial ? 'text-warn-text' : ok ? 'text-accent-text' : 'text-danger-text'
  const Icon = isPartial ? CircleAlert : ok ? CircleCheck : CircleX
  return (
    <p className={`flex items-start gap-1.5 text-xs leading-4 ${tone}`}>
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <span>
        {message}
        {ok && tookMs !== undefined ? ` ${words.took(tookMs)}` : null}
      </span>
    </p>
  )
}

/** Tests the credential as entered and shows the result. */
export function CredentialTest({ test }: { test: ReturnType<typeof useCredentialTest> }) {
  const { way, address, outcome } = test
  if (!way) return null
  return (
    <section aria-label={words.run} className="flex shrink-0 flex-col gap-2">
      {way === 'address' ? (
        <Field label={words.address} hint={words.addressHint}>
          {(control) => (
            <Input
              {...control}
              type="url"
              inputMode="url"
              autoComplete="off"
              value={address}
              placeholder="https://api.example.com/me"
              onChange={(event) => test.setAddress(event.target.value)}
            />
          )}
        </Field>
      ) : null}
      <div className="flex min-h-8 items-center gap-3">
        <Button busy={test.busy} onClick={test.run}>
          {words.run}
        </Button>
        <div role="status" className="min-w-0 flex-1">
          {outcome ? <Outcome outcome={outcome} /> : null}
        </div>
      </div>
    </section>
  )
}
