import { requestPasswordReset } from '@plinth/contract'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { client } from '../../api/client.ts'
import { SplitFrame } from '../../state/brand/split-frame.tsx'
import { useSsoProvider } from '../../state/sso/sso-provider.ts'
import { CheckedForm } from '../../ui/forms/checked-form.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { Button } from '../../ui/primitives/button.tsx'
import { BackToSignIn } from './back-to-sign-in.tsx'
import { forgotPasswordStrings as strings } from './strings.ts'

export function ResetLinkForm() {
  usePageTitle(strings.title)
  const request = useMutation({
    mutationFn: (email: string) => client.call(requestPasswordReset, { body: { email } }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (request.isPending) return
    request.mutate(String(new FormData(event.currentTarget).get('email')))
  }
  const { provider, isAwaited } = useSsoProvider()
  if (isAwaited) return null
  if (provider?.ssoOnly) {
    return (
      <SplitFrame title={strings.title} subtitle={strings.noLinks(provider.name)}>
        <BackToSignIn />
      </SplitFrame>
    )
  }
  return (
    <SplitFrame title={strings.title} subtitle={strings.subtitle}>
      <CheckedForm onSubmit={submit} className="mt-6 flex flex-col gap-4">
        <Field label={strings.email}>
          {(control) => (
            <Input
              {...control}
              name="email"
              type="email"
              autoComplete="username"
              placeholder={strings.emailPlaceholder}
              autoFocus
              required
            />
          )}
        </Field>
        <Button type="submit" variant="primary" busy={request.isPending} className="mt-2 w-full">
          {strings.send}
        </Button>
      </CheckedForm>
      {request.error ? (
        <p role="alert" className="mt-4 text-sm text-danger-text">
          {request.error.message}
        </p>
      ) : null}
      <div aria-live="polite">
        {request.isSuccess ? (
          <p className="mt-4 rounded-md border border-accent-line bg-accent-soft px-3 py-2 text-sm text-accent-text">
            {strings.sent}
          </p>
        ) : null}
      </div>
      <BackToSignIn />
    </SplitFrame>
  )
}
