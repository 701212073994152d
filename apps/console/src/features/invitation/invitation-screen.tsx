import { ApiError } from '@plinth/client'
import { acceptInvitation, openInvitation } from '@plinth/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { client } from '../../api/client.ts'
import { SplitFrame } from '../../state/brand/split-frame.tsx'
import { CheckedForm } from '../../ui/forms/checked-form.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { Button, buttonStyle } from '../../ui/primitives/button.tsx'
import { cn } from '../../ui/primitives/cn.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { invitationStrings as strings } from './strings.ts'

/** Checks the link first, so that an invalid one is reported before the form is filled in. */
function useInvited(token: string) {
  return useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => client.call(openInvitation, { body: { token }, signal }),
    enabled: token !== '',
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

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

function InvitationForm({ token, email }: { token: string; email: string | undefined }) {
  const accept = useAccept(token)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (accept.isPending) return
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name))
    accept.mutate({
      firstName: text('firstName'),
      lastName: text('lastName'),
      password: text('password'),
    })
  }
  const problem = accept.error && messageOf(accept.error)
  const names = [
    { name: 'firstName', label: strings.firstName, autoComplete: 'given-name' },
    { name: 'lastName', label: strings.lastName, autoComplete: 'family-name' },
  ]
  return (
    <SplitFrame
      title={strings.title}
      subtitle={email ? strings.subtitleFor(email) : strings.subtitle}
    >
      <CheckedForm onSubmit={submit} className="mt-6 flex flex-col gap-4">
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
        <Button type="submit" variant="primary" busy={accept.isPending} className="mt-2 w-full">
          {strings.submit}
        </Button>
      </CheckedForm>
    </SplitFrame>
  )
}

function DeadLink({ text }: { text: string }) {
  return (
    <SplitFrame title={strings.deadTitle} subtitle={text}>
      <Link to="/" className={cn(buttonStyle('outline'), 'mt-6 w-full')}>
        {strings.toSignIn}
      </Link>
    </SplitFrame>
  )
}

/** Target of an invitation link; its token is in the URL fragment. */
export function InvitationScreen() {
  usePageTitle(strings.title)
  const token = useLocation().hash.slice(1)
  const invited = useInvited(token)
  if (token === '') return <DeadLink text={strings.noToken} />
  if (invited.error instanceof ApiError) return <DeadLink text={invited.error.message} />
  // If the check fails, the form is shown anyway.
  if (invited.isPending) return null
  return <InvitationForm token={token} email={invited.data?.email} />
}
