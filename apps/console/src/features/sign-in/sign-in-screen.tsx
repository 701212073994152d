import { ApiError } from '@plinth/client'
import { signIn } from '@plinth/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type Ref, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { client } from '../../api/client.ts'
import { SplitFrame } from '../../state/brand/split-frame.tsx'
import { useSession } from '../../state/session.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { Button } from '../../ui/primitives/button.tsx'
import { dismissToasts, showToast } from '../../ui/toast/toast.ts'
import { signInStrings as strings } from './strings.ts'

interface Attempt {
  email: string
  password: string
  code?: string
}

/** A request for the code is the next step, not an error. */
function asksForCode(error: Error | null): boolean {
  if (!(error instanceof ApiError) || error.code !== 'unauthenticated') return false
  return Array.isArray(error.details) && error.details.some(({ path }) => path === 'code')
}

function CodeField({ ref }: { ref: Ref<HTMLInputElement> }) {
  return (
    <Field label={strings.code} hint={strings.codeHint}>
      {(control) => (
        <Input
          {...control}
          ref={ref}
          name="code"
          autoComplete="one-time-code"
          autoFocus
          maxLength={40}
          required
        />
      )}
    </Field>
  )
}

function useSignIn(onFailed: (error: Error) => void) {
  const session = useSession()
  return useMutation({
    mutationFn: (body: Attempt) => client.call(signIn, { body }),
    onSuccess: ({ token }) => {
      dismissToasts()
      session.signIn(token)
    },
    onError: (error, { code }) => {
      if (asksForCode(error) && code === undefined) return
      showToast({ variant: 'destructive', title: strings.failed, description: error.message })
      onFailed(error)
    },
  })
}

export function SignInScreen() {
  usePageTitle(strings.title)
  const { state } = useSession()
  const navigate = useNavigate()
  const password = useRef<HTMLInputElement>(null)
  const code = useRef<HTMLInputElement>(null)
  const [coded, setCoded] = useState(false)
  // Selects the rejected value so that it can be retyped.
  const attempt = useSignIn((error) => (asksForCode(error) ? code : password).current?.select())
  const needsCode = asksForCode(attempt.error)
  if (needsCode && !coded) setCoded(true)

  useEffect(() => {
    if (state === 'authenticated') navigate('/home', { replace: true })
  }, [state, navigate])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (attempt.isPending) return
    const form = new FormData(event.currentTarget)
    const code = form.get('code')
    attempt.mutate({
      email: String(form.get('email')),
      password: String(form.get('password')),
      ...(code === null ? {} : { code: String(code) }),
    })
  }

  // A signed-in user is redirected; render nothing meanwhile, so that the form does not flash.
  if (state === 'loading' || (state === 'authenticated' && attempt.isIdle)) return null
  return (
    <SplitFrame title={strings.title} subtitle={strings.subtitle}>
      <form onSubmit={submit} className="mt-6 flex flex-col gap-4">
        <Field label={strings.email}>
          {(control) => (
            <Input
              {...control}
              name="email"
              type="email"
              autoComplete="username"
              placeholder={strings.emailPlaceholder}
              required
            />
          )}
        </Field>
        <Field
          label={strings.password}
          aside={
            <Link
              to="/forgot-password"
              className="ring-focus rounded-sm text-xs text-fg-2 underline-offset-2 hover:text-fg hover:underline"
            >
              {strings.forgotPassword}
            </Link>
          }
        >
          {(control) => (
            <Input
              {...control}
              ref={password}
              name="password"
              type="password"
              autoComplete="current-password"
              required
            />
          )}
        </Field>
        {coded ? <CodeField ref={code} /> : null}
        <Button
          type="submit"
          variant="primary"
          busy={attempt.isPending || attempt.isSuccess}
          className="mt-2 w-full"
        >
          {strings.submit}
        </Button>
      </form>
    </SplitFrame>
  )
}
