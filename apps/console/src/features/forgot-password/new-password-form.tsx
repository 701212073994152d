import { ApiError } from '@plinth/client'
import { resetPassword } from '@plinth/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { client } from '../../api/client.ts'
import { SplitFrame } from '../../state/brand/split-frame.tsx'
import { CheckedForm } from '../../ui/forms/checked-form.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { Button } from '../../ui/primitives/button.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { BackToSignIn } from './back-to-sign-in.tsx'
import { passwordIssue } from './password-issue.ts'
import { forgotPasswordStrings as strings } from './strings.ts'

function useReset(token: string) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (password: string) => client.call(resetPassword, { body: { token, password } }),
    onSuccess: () => {
      showToast({ title: strings.saved, description: strings.savedText })
      navigate('/', { replace: true })
    },
  })
}

function ResetError({ error }: { error: Error }) {
  return (
    <p role="alert" className="mt-4 text-sm text-danger-text">
      {error.message}{' '}
      {error instanceof ApiError ? (
        <Link to="/forgot-password" className="ring-focus rounded-sm underline">
          {strings.askAgain}
        </Link>
      ) : null}
    </p>
  )
}

/** The server validates the password; only the repetition is compared here. */
export function NewPasswordForm({ token }: { token: string }) {
  usePageTitle(strings.newTitle)
  const reset = useReset(token)
  const [differ, setDiffer] = useState(false)
  const refused = passwordIssue(reset.error)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (reset.isPending) return
    const form = new FormData(event.currentTarget)
    const password = String(form.get('password'))
    const same = password === form.get('repeat')
    setDiffer(!same)
    if (same) reset.mutate(password)
  }
  return (
    <SplitFrame title={strings.newTitle} subtitle={strings.newSubtitle}>
      <CheckedForm onSubmit={submit} className="mt-6 flex flex-col gap-4">
        <Field
          label={strings.password}
          hint={strings.passwordHint}
          error={refused && strings.refused(refused)}
        >
          {(control) => (
            <Input
              {...control}
              name="password"
              type="password"
              autoComplete="new-password"
              required
            />
          )}
        </Field>
        <Field label={strings.repeat} error={differ ? strings.notEqual : undefined}>
          {(control) => (
            <Input
              {...control}
              name="repeat"
              type="password"
              autoComplete="new-password"
              required
            />
          )}
        </Field>
        <Button type="submit" variant="primary" busy={reset.isPending} className="mt-2 w-full">
          {strings.save}
        </Button>
      </CheckedForm>
      {reset.error && !refused ? <ResetError error={reset.error} /> : null}
      <BackToSignIn />
    </SplitFrame>
  )
}
