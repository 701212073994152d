import { AppSession, type EnvironmentName, ErrorEnvelope } from '@plinth/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { sendCall } from '../../../api/send-call.ts'
import { apiStrings as strings } from './strings.ts'
import type { SampleCall, Target } from './write-curl.ts'
import { writeSearch } from './write-curl.ts'

/** Who sends the call. What is typed here stays in memory and is sent to this server only. */
export interface Sender {
  bearer: Target['bearer']
  key: string
  /** The name of the Auth table. */
  table: string
  email: string
  password: string
}

interface Trying {
  sender: Sender
  call: Pick<SampleCall, 'method' | 'path'> & { search: string; body?: string | undefined }
}

class SignInRefused extends Error {}

interface Session {
  /** What it was signed in with, so that another email or password signs in again. */
  by: string
  table: string
  token: string
}

const SIGNED_IN = 200

/** The message of an error response. */
function messageIn(text: string): string {
  try {
    return ErrorEnvelope.parse(JSON.parse(text)).error.message
  } catch {
    return strings.unreachable
  }
}

/** Sends calls as a guest, an app user or an API key. The app user's session ends with the dialog. */
export function useTryCall({
  projectId,
  environment,
}: Pick<Target, 'projectId'> & { environment: EnvironmentName }) {
  const session = useRef<Session>(null)
  const scope = writeSearch([
    ['$projectId', projectId],
    ['$environment', environment],
  ])
  const signOut = () => {
    const { current } = session
    session.current = null
    if (!current) return
    const path = `/api/auth/${current.table}/sign-out`
    const { token } = current
    // A session that cannot be ended now expires by itself.
    sendCall({ method: 'POST', path, search: scope, token }).catch(() => undefined)
  }
  const signOutLatest = useRef(signOut)
  useEffect(() => {
    signOutLatest.current = signOut
  })
  useEffect(() => () => signOutLatest.current(), [])

  const tokenOf = async ({ bearer, key, table, email, password }: Sender) => {
    if (bearer === 'guest') return undefined
    if (bearer === 'key') return key.trim()
    const by = JSON.stringify([table, email, password])
    if (session.current?.by === by) return session.current.token
    signOut()
    const path = `/api/auth/${table}/sign-in`
    const body = JSON.stringify({ email, password })
    const { status, text } = await sendCall({ method: 'POST', path, search: scope, body })
    if (status !== SIGNED_IN) throw new SignInRefused(messageIn(text))
    const { token } = AppSession.parse(JSON.parse(text))
    session.current = { by, table, token }
    return token
  }
  const mutation = useMutation({
    mutationFn: async ({ sender, call }: Trying) => {
      const token = await tokenOf(sender)
      // A key selects the project and the environment itself.
      const place = sender.bearer === 'key' ? [] : [scope]
      const search = [...place, call.search].filter(Boolean).join('&')
      return sendCall({ ...call, search, token })
    },
  })
  const { error } = mutation
  const problem =
    error instanceof SignInRefused
      ? `${strings.signInFailed} ${error.message}`
      : error
        ? strings.unreachable
        : undefined
  return {
    send: mutation.mutate,
    forget: mutation.reset,
    isSending: mutation.isPending,
    answer: mutation.data,
    problem,
  }
}
