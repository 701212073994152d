import { ApiError } from '@plinth/client'
import { signIn } from '@plinth/contract'
import { useMutation } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { type FormEvent, type Ref, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { client } from '../../api/client.ts'
import { SplitFrame } from '../../state/brand/split-frame.tsx'
import { useSession } from '../../state/session.tsx'
import { CheckedForm } from '../../ui/forms/checked-form.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { Button } from '../../ui/primitives/button.tsx'
import { dismissToasts, showToast } from '../../ui/toast/toast.ts'
import { SsoButton, useSsoProvider } from './sso-button.tsx'
import { signInStrings as strings } from './strings.ts'

interface Attempt {
  email: string
  password: string
  code?: string
  newPassword?: string
}

type NextField = 'code' | 'newPassword'

/** The field that the server needs next; to ask for it is the next step, not an error. */
function fieldAsked(error: Error | null): NextField | undefined {
  if (!(error instanceof ApiError) || !Array.isArray(error.details)) return undefined
  const path = error.details[0]?.path
  return path === 'code' || path === 'newPassword' ? path : undefined
}

function isNextStep(error: Error | null, sent: Attempt | undefined): boolean {
  const asked = fieldAsked(error)
  return asked !== undefined && sent?.[asked] === undefined
}

/** The message without the API's name of the field. */
function describeError(error: Error): string {
  return error.message.replace(/^newPassword: /, '')
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

function NewPasswordField({ ref }: { ref: Ref<HTMLInputElement> }) {
  return (
    <Field label={strings.newPassword} hint={strings.newPasswordHint}>
      {(control) => (
        <Input
          {...control}
          ref={ref}
          name="newPassword"
          type="password"
          autoComplete="new-password"
          autoFocus
          minLength={8}
          required
        />
      )}
    </Field>
  )
}

/** The reason of a failure, in the space below the form, so that nothing moves. The toast announces it. */
function Problem({ children: error }: { children: Error | null }) {
  if (!error) return null
  return (
    <p className="absolute inset-x-0 top-full mt-1.5 flex gap-1.5 text-xs text-danger-text">
      <TriangleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
      {describeError(error)}
    </p>
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
    onError: (error, sent) => {
      if (isNextStep(error, sent)) return
      showToast({
        variant: 'destructive',
        title: strings.failed,
        description: describeError(error),
      })
      onFailed(error)
    },
  })
}

export function SignInScreen() {
  usePageTitle(strings.title)
  const { state } = useSession()
  const navigate = useNavigate()
  // Set by the guard of pages that signing in leads back to.
  const goal = (useLocation().state as { next?: string } | null)?.next ?? '/home'
  const password = useRef<HTMLInputElement>(null)
  const next = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState<NextField>()
  const [isUnfolded, setUnfolded] = useState(false)
  const provider = useSsoProvider()
  const isFolded = provider?.ssoOnly && !isUnfolded
  // Selects the rejected value so that it can be retyped.
  const attempt = useSignIn((error) => (fieldAsked(error) ? next : password).current?.select())
  const asked = fieldAsked(attempt.error)
  if (asked && asked !== shown) setShown(asked)

  useEffect(() => {
    if (state === 'authenticated') navigate(goal, { replace: true })
  }, [state, navigate, goal])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (attempt.isPending) return
    const form = new FormData(event.currentTarget)
    attempt.mutate({
      email: String(form.get('email')),
      password: String(form.get('password')),
      ...(shown ? { [shown]: String(form.get(shown)) } : {}),
    })
  }

  // A signed-in user is redirected; render nothing meanwhile, so that the form does not flash.
  if (state === 'loading' || (state === 'authenticated' && attempt.isIdle)) return null
  if (isFolded) {
    return (
      <SplitFrame title={strings.title} subtitle={strings.ssoOnly(provider.name)}>
        <SsoButton goal={goal} isFirst />
        <Button variant="ghost" className="mt-3 w-full" onClick={() => setUnfolded(true)}>
          {strings.usePassword}
        </Button>
      </SplitFrame>
    )
  }
  return (
    <SplitFrame title={strings.title} subtitle={strings.subtitle}>
      <CheckedForm onSubmit={submit} className="relative mt-6 flex flex-col gap-4">
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
        <div className="relative">
          <Field label={strings.password}>
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
          {/* Beside the label, but after the field for the Tab key. */}
          <Link
            to="/forgot-password"
            className="ring-focus absolute top-0 right-0 rounded-sm text-xs text-fg-2 underline-offset-2 hover:text-fg hover:underline"
          >
            {strings.forgotPassword}
          </Link>
        </div>
        {shown === 'code' ? <CodeField ref={next} /> : null}
        {shown === 'newPassword' ? <NewPasswordField ref={next} /> : null}
        <Button
          type="submit"
          variant="primary"
          busy={attempt.isPending || attempt.isSuccess}
          className="mt-2 w-full"
        >
          {strings.submit}
        </Button>
        <Problem>{isNextStep(attempt.error, attempt.variables) ? null : attempt.error}</Problem>
      </CheckedForm>
      <SsoButton goal={goal} isFirst={false} />
    </SplitFrame>
  )
}
