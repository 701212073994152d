import { ApiError } from '@plinth/client'
import { signIn, startPasskeySignIn } from '@plinth/contract'
import { useMutation } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { answerWithPasskey, PasskeyProblem } from '../../state/passkeys/browser-passkey.ts'
import { useSession } from '../../state/session.tsx'
import { dismissToasts, showToast } from '../../ui/toast/toast.ts'
import { signInStrings as strings } from './strings.ts'

interface Attempt {
  email: string
  password: string
  code?: string
  newPassword?: string
  /** The browser asks for a passkey instead of a code. */
  usesPasskey?: true
}

export type NextField = 'code' | 'newPassword'

const issuesOf = (error: Error | null) =>
  error instanceof ApiError && Array.isArray(error.details) ? error.details : []

/** The field that the server needs next; to ask for it is the next step, not an error. */
export function fieldAsked(error: Error | null): NextField | undefined {
  const path = issuesOf(error)[0]?.path
  return path === 'code' || path === 'newPassword' ? path : undefined
}

export function isNextStep(error: Error | null, sent: Attempt | undefined): boolean {
  const asked = fieldAsked(error)
  return asked !== undefined && sent?.[asked] === undefined
}

/** What the server says of the second factors, if a passkey is one of them. */
export const passkeyOffer = (error: Error | null): string | undefined =>
  fieldAsked(error) === 'code'
    ? issuesOf(error).find(({ path }) => path === 'passkey')?.message
    : undefined

/** The message without the API's name of the field. */
export function describeError(error: Error): string {
  return error.message.replace(/^newPassword: /, '')
}

/** Asks for the passkey first, if one is to be used. */
async function send({ usesPasskey, ...body }: Attempt): Promise<{ token: string }> {
  if (!usesPasskey) return client.call(signIn, { body })
  const { email, password } = body
  const { options } = await client.call(startPasskeySignIn, { body: { email, password } })
  const passkey = await answerWithPasskey(options)
  return client.call(signIn, { body: { email, password, passkey } })
}

export function useSignIn(onFailed: (error: Error) => void) {
  const session = useSession()
  return useMutation({
    mutationFn: send,
    onSuccess: ({ token }) => {
      dismissToasts()
      session.signIn(token)
    },
    onError: (error, sent) => {
      if (error instanceof PasskeyProblem || isNextStep(error, sent)) return
      showToast({
        variant: 'destructive',
        title: strings.failed,
        description: describeError(error),
      })
      onFailed(error)
    },
  })
}
