import { TriangleAlert } from 'lucide-react'
import { type FormEvent, type Ref, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { SplitFrame } from '../../state/brand/split-frame.tsx'
import { PasskeyProblem } from '../../state/passkeys/browser-passkey.ts'
import { PasskeyButton } from '../../state/passkeys/passkey-button.tsx'
import { useSession } from '../../state/session.tsx'
import { useSsoProvider } from '../../state/sso/sso-provider.ts'
import { CheckedForm } from '../../ui/forms/checked-form.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { Button } from '../../ui/primitives/button.tsx'
import { SsoButton } from './sso-button.tsx'
import { signInStrings as strings } from './strings.ts'
import {
  describeError,
  fieldAsked,
  isNextStep,
  type NextField,
  passkeyOffer,
  useSignIn,
} from './use-sign-in.ts'

function CodeField({ ref, offer }: { ref: Ref<HTMLInputElement>; offer: string | undefined }) {
  return (
    <Field label={strings.code} hint={offer ?? strings.codeHint}>
      {(control) => (
        <Input
          {...control}
          ref={ref}
          name="code"
          autoComplete="one-time-code"
          autoFocus={offer === undefined}
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

export function SignInScreen() {
  usePageTitle(strings.title)
  const { state } = useSession()
  const navigate = useNavigate()
  // Set by the guard of pages that signing in leads back to.
  const goal = (useLocation().state as { next?: string } | null)?.next ?? '/home'
  const password = useRef<HTMLInputElement>(null)
  const next = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState<NextField>()
  // What the server said of the second factors of an account with a passkey.
  const [offer, setOffer] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const [isUnfolded, setUnfolded] = useState(false)
  const { provider, isAwaited } = useSsoProvider()
  const isFolded = provider?.ssoOnly && !isUnfolded
  // Selects the rejected value so that it can be retyped.
  const attempt = useSignIn((error) => (fieldAsked(error) ? next : password).current?.select())
  const asked = fieldAsked(attempt.error)
  if (asked && asked !== shown) setShown(asked)
  const offered = passkeyOffer(attempt.error)
  if (offered !== undefined && offered !== offer) setOffer(offered)
  const passkeyProblem = attempt.error instanceof PasskeyProblem ? attempt.error : undefined

  useEffect(() => {
    if (state === 'authenticated') navigate(goal, { replace: true })
  }, [state, navigate, goal])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (attempt.isPending) return
    const typed = new FormData(event.currentTarget)
    attempt.mutate({
      email: String(typed.get('email')),
      password: String(typed.get('password')),
      ...(shown ? { [shown]: String(typed.get(shown)) } : {}),
    })
  }
  const usePasskey = () => {
    if (attempt.isPending || !form.current) return
    const typed = new FormData(form.current)
    attempt.mutate({
      email: String(typed.get('email')),
      password: String(typed.get('password')),
      usesPasskey: true,
    })
  }

  // A signed-in user is redirected; render nothing meanwhile, so that the form does not flash.
  if (state === 'loading' || (state === 'authenticated' && attempt.isIdle)) return null
  // Nor the form that the provider folds or moves, so that nothing jumps and no typed text is lost.
  if (isAwaited) return null
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
      <CheckedForm ref={form} onSubmit={submit} className="relative mt-6 flex flex-col gap-4">
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
        {shown === 'code' && offer !== undefined ? (
          <PasskeyButton
            busy={attempt.isPending && attempt.variables.usesPasskey === true}
            problem={passkeyProblem?.message}
            autoFocus
            onClick={usePasskey}
          />
        ) : null}
        {shown === 'code' ? <CodeField ref={next} offer={offer} /> : null}
        {shown === 'newPassword' ? <NewPasswordField ref={next} /> : null}
        <Button
          type="submit"
          variant="primary"
          busy={attempt.isPending || attempt.isSuccess}
          className="mt-2 w-full"
        >
          {strings.submit}
        </Button>
        <Problem>
          {passkeyProblem || isNextStep(attempt.error, attempt.variables) ? null : attempt.error}
        </Problem>
      </CheckedForm>
      <SsoButton goal={goal} isFirst={false} />
    </SplitFrame>
  )
}
