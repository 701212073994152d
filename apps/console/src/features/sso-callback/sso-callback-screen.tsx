import { ApiError } from '@plinth/client'
import {
  finishSso,
  finishSsoConnection,
  finishSsoProof,
  type PasskeyAssertion,
  startSsoPasskey,
} from '@plinth/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { client } from '../../api/client.ts'
import { SplitFrame } from '../../state/brand/split-frame.tsx'
import { answerWithPasskey, PasskeyProblem } from '../../state/passkeys/browser-passkey.ts'
import { PasskeyButton } from '../../state/passkeys/passkey-button.tsx'
import { useSession } from '../../state/session.tsx'
import {
  clearSsoHandle,
  readSsoHandle,
  readSsoPage,
  readSsoUse,
} from '../../state/sso/sso-handle.ts'
import { CheckedForm } from '../../ui/forms/checked-form.tsx'
import { SecretField } from '../../ui/forms/secret-field.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { Button, buttonStyle } from '../../ui/primitives/button.tsx'
import { cn } from '../../ui/primitives/cn.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { ssoCallbackStrings as strings } from './strings.ts'

type MissingField = 'code' | 'password'

interface Sent {
  query?: string
  code?: string
  password?: string
  passkey?: PasskeyAssertion
}

interface Missing {
  field: MissingField
  message: string
  /** A passkey will do as well. */
  hasPasskey: boolean
}

/** The field that the server needs next, with what it says of it. */
function missingIn(error: Error | null): Missing | undefined {
  if (!(error instanceof ApiError) || !Array.isArray(error.details)) return undefined
  const [issue] = error.details
  const hasPasskey = error.details.some(({ path }) => path === 'passkey')
  const field = issue?.path === 'passkey' ? 'code' : issue?.path
  if (field !== 'code' && field !== 'password') return undefined
  return { field, message: issue?.message ?? '', hasPasskey }
}

/** Ends the sign-in, or what the open session began, which has no token of its own. */
async function finishOf(sent: Sent): Promise<{ token?: string; redirect: string }> {
  const handle = readSsoHandle() ?? ''
  const use = readSsoUse()
  if (use === 'sign-in') return client.call(finishSso, { body: { handle, ...sent } })
  const body = { handle, query: sent.query ?? '' }
  return use === 'proof'
    ? client.call(finishSsoProof, { body })
    : client.call(finishSsoConnection, { body })
}

function useFinish() {
  const session = useSession()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: finishOf,
    gcTime: 0,
    onSuccess: ({ token, redirect }) => {
      const use = readSsoUse()
      clearSsoHandle()
      if (token === undefined)
        showToast({ title: use === 'proof' ? strings.proved : strings.connected })
      else session.signIn(token)
      navigate(redirect, { replace: true })
    },
  })
}

/** Signs the challenge of this sign-in. */
async function answerOfPasskey({ password }: Pick<Sent, 'password'>): Promise<PasskeyAssertion> {
  const body = { handle: readSsoHandle() ?? '', ...(password !== undefined && { password }) }
  const { options } = await client.call(startSsoPasskey, { body })
  return answerWithPasskey(options)
}

interface PasskeyStepProps {
  given: Sent
  onAnswer: (passkey: PasskeyAssertion) => void
}

function PasskeyStep({ given, onAnswer }: PasskeyStepProps) {
  const question = useMutation({ mutationFn: answerOfPasskey, gcTime: 0, onSuccess: onAnswer })
  const { error } = question
  const isKnown = error instanceof PasskeyProblem || error instanceof ApiError
  return (
    <div className="mt-6">
      <PasskeyButton
        busy={question.isPending}
        problem={error ? (isKnown ? error.message : strings.unreachable) : undefined}
        autoFocus
        onClick={() => question.mutate(given)}
      />
    </div>
  )
}

interface MissingFieldFormProps {
  field: MissingField
  error: string | undefined
  /** Whether it has the focus; a passkey is asked for first. */
  isFirst: boolean
  busy: boolean
  onSubmit: (value: string) => void
}

function MissingFieldForm({ field, error, isFirst, busy, onSubmit }: MissingFieldFormProps) {
  const name = field === 'password' ? 'currentPassword' : 'code'
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!busy) onSubmit(String(new FormData(event.currentTarget).get(name)))
  }
  return (
    <CheckedForm onSubmit={submit} className="mt-6 flex flex-col gap-4">
      <SecretField
        key={field}
        name={name}
        label={strings[field]}
        error={error}
        autoFocus={isFirst}
      />
      <Button type="submit" variant="primary" busy={busy} className="mt-2 w-full">
        {strings.submit}
      </Button>
    </CheckedForm>
  )
}

function Failure({ text }: { text: string }) {
  const use = readSsoUse()
  const isSignIn = use === 'sign-in'
  usePageTitle(strings.failed[use])
  return (
    <SplitFrame title={strings.failed[use]} subtitle={text}>
      <Link
        to={isSignIn ? '/' : readSsoPage()}
        className={cn(buttonStyle('outline'), 'mt-6 w-full')}
      >
        {isSignIn ? strings.toSignIn : strings.toPage}
      </Link>
    </SplitFrame>
  )
}

function Waiting() {
  usePageTitle(strings.title)
  return (
    <SplitFrame title={strings.title} subtitle={strings.subtitle}>
      {null}
    </SplitFrame>
  )
}

/** The identity provider redirects here. Its answer is removed from the address before it is sent. */
export function SsoCallbackScreen() {
  const [isOurs] = useState(() => readSsoHandle() !== null)
  const [given, setGiven] = useState<Sent>({})
  const finish = useFinish()
  const isSent = useRef(false)
  useEffect(() => {
    if (isSent.current || !isOurs) return
    isSent.current = true
    const query = location.search
    history.replaceState(history.state, '', location.pathname)
    // A reloaded page has no answer any more; the server then says which field is missing.
    finish.mutate(query === '' ? {} : { query })
  }, [isOurs, finish.mutate])

  const missing = missingIn(finish.error)
  const [asked, setAsked] = useState<Missing>()
  if (missing && missing.field !== asked?.field) setAsked(missing)

  if (!isOurs) return <Failure text={strings.notHere} />
  if (finish.error && !missing) {
    const isAnswer = finish.error instanceof ApiError
    return <Failure text={isAnswer ? finish.error.message : strings.unreachable} />
  }
  if (!asked) return <Waiting />
  // The first message asks for the field; later ones are about the value that was sent.
  const isAnswered = given[asked.field] !== undefined || given.passkey !== undefined
  const error = isAnswered ? missing?.message : undefined
  const offersPasskey = asked.field === 'code' && asked.hasPasskey
  return (
    <SplitFrame title={strings.nextTitle} subtitle={asked.message}>
      {offersPasskey ? (
        <PasskeyStep
          given={given}
          onAnswer={(passkey) => {
            setGiven({ ...given, passkey })
            finish.mutate({ ...given, passkey })
          }}
        />
      ) : null}
      <MissingFieldForm
        field={asked.field}
        error={error}
        isFirst={!offersPasskey}
        busy={finish.isPending || finish.isSuccess}
        onSubmit={(value) => {
          const { passkey: _used, ...kept } = given
          const all = { ...kept, [asked.field]: value }
          setGiven(all)
          finish.mutate(all)
        }}
      />
    </SplitFrame>
  )
}
