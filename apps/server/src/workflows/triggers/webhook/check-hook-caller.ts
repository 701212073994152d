import { createHash, timingSafeEqual } from 'node:crypto'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import type { WorkflowsContext } from '../../context.ts'
import { openCredential } from '../../credentials/open-credential.ts'
import type { CredentialData } from '../../credentials/secret-fields.ts'
import { checkSignature, SLACK_TIMESTAMP } from './check-signature.ts'
import type { HookSettings } from './hook-settings.ts'
import type { Hook } from './hook-store.ts'

export interface HookCall {
  headers: Readonly<Record<string, string>>
  body: Buffer
}

/** The credential parameter and type that each check needs. */
const PROOFS = {
  signature: { parameter: 'signing_key', type: 'api-key' },
  bearer: { parameter: 'bearer_token', type: 'api-credential' },
  basic: { parameter: 'basic_auth', type: 'basic-auth' },
  header: { parameter: 'header_key', type: 'api-key' },
} as const

const refused = () =>
  new ApiError('unauthenticated', 'The credential for this webhook is missing or wrong.')

/** Compares hashes, so that timing reveals neither length nor prefix. */
function isSame(value: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return expected !== '' && timingSafeEqual(hash(value), hash(expected))
}

const textOf = (data: CredentialData, name: string) =>
  typeof data[name] === 'string' ? data[name] : ''

export interface Proven {
  /** Headers that hold a credential, which must not reach the run. */
  secretHeaders: string[]
  /** Identifies the call within this webhook, if its signature does. */
  once: string | undefined
}

/** Checks a call against the authentication that the webhook's node requires. */
export async function checkHookCaller(
  context: WorkflowsContext,
  { hook, settings, call }: { hook: Hook; settings: HookSettings; call: HookCall },
): Promise<Proven> {
  const { check } = settings
  if (check === 'none') return { secretHeaders: [], once: undefined }
  const { parameter, type } = PROOFS[check]
  const credentialId = hook.credentials[parameter] ?? ''
  const { projectId, environmentId } = hook
  const found = await openCredential(context, { projectId, environmentId, credentialId })
  if (found?.type !== type) throw refused()
  const { data } = found
  const authorization = call.headers.authorization ?? ''
  const header = textOf(data, 'header').toLowerCase()
  const sent = call.headers[header] ?? ''
  const proven = { secretHeaders: [header], once: undefined }
  if (check === 'bearer') {
    const key = textOf(data, 'apiKey')
    if (key !== '' && isSame(authorization, `Bearer ${key}`)) return proven
  } else if (check === 'basic') {
    const password = textOf(data, 'password')
    const pair = Buffer.from(`${textOf(data, 'username')}:${password}`).toString('base64')
    if (password !== '' && isSame(authorization, `Basic ${pair}`)) return proven
  } else if (check === 'header') {
    if (isSame(sent, textOf(data, 'apiKey'))) return proven
  } else {
    const named = settings.signedText === 'slack' ? SLACK_TIMESTAMP : settings.timestampHeader
    const signed = {
      secret: textOf(data, 'apiKey'),
      signature: sent,
      timestamp: call.headers[named] ?? '',
      body: call.body,
      now: Date.now(),
    }
    const { ok, once } = checkSignature(signed, settings)
    if (ok) return { ...proven, once }
  }
  throw refused()
}
