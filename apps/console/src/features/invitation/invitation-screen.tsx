import { ApiError } from '@plinth/client'
import { acceptInvitation } from '@plinth/contract'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { client } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { SplitFrame } from '../../ui/split-frame.tsx'
import { showToast } from '../../ui/toast.ts'
import { strings } from './strings.ts'

function useAccept(token: string) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (values: { firstName: string; lastName: string; password: string }) =>
      client.call(acceptInvitation, { body: { token, ...values } }),
    onSuccess: ({ email }) => {
      showToast({ title: strings.done, description: strings.doneText(email) })
      navigate('/', { replace: true })
    },
  })
}

function messageOf(error: Error): string {
  return error instanceof ApiError ? error.message : strings.unreachable
}

/** Where a mailed invitation leads; its token stands behind the #. */
export function InvitationScreen() {
  usePageTitle(strings.title)
  const token = useLocation().hash.slice(1)
  const accept = useAccept(token)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (accept.isPending) return
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name))
    accept.mutate({
      firstName: text('firstName'),
      lastName: text('lastName'),
      password: text('password'),
    })
  }
  const problem = token === '' ? strings.noToken : accept.error && messageOf(accept.error)
  const names = [
    { name: 'firstName', label: strings.firstName, autoComplete: 'given-name' },
    { name: 'lastName', label: strings.lastName, autoComplete: 'family-name' },
  ]
  return (
    <SplitFrame title={strings.title} subtitle={strings.subtitle}>
      <form onSubmit={submit} className="mt-6 flex flex-col gap-4">
        <div className="grid grid-cols-2 gap-3">
          {names.map(({ name, label, autoComplete }) => (
            <Field key={name} label={label}>
              {(control) => (
                <Input
                  {...control}
                  name={name}
                  autoComplete={autoComplete}
                  maxLength={120}
                  required
                />
              )}
            </Field>
          ))}
        </div>
        <Field label={strings.password} hint={strings.passwordHint}>
          {(control) => (
            <Input
              {...control}
              name="password"
              type="password"
              autoComplete="new-password"
              minLength={8}
              required
            />
          )}
        </Field>
        {problem ? (
          <p role="alert" className="text-sm text-danger-text">
            {problem}
          </p>
        ) : null}
        <Button
          type="submit"
          variant="primary"
          busy={accept.isPending}
          disabled={token === ''}
          className="mt-2 w-full"
        >
          {strings.submit}
        </Button>
      </form>
    </SplitFrame>
  )
}
