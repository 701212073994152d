import { createHash, timingSafeEqual } from 'node:crypto'
import { Refusal } from '../../../foundation/http/errors/refusal.ts'
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

/** Which credential of the node proves what, and of which type it has to be. */
const PROOFS = {
  signature: { parameter: 'signing_key', type: 'api-key' },
  bearer: { parameter: 'bearer_token', type: 'api-credential' },
  basic: { parameter: 'basic_auth', type: 'basic-auth' },
  header: { parameter: 'header_key', type: 'api-key' },
} as const

const refused = () =>
  new Refusal(
    'unauthenticated',
    'This webhook does not know who calls it: the proof is missing or wrong.',
  )

/** Compared by their hashes, so that no length and no beginning shows in the time it takes. */
function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return expected !== '' && timingSafeEqual(hash(given), hash(expected))
}

const textOf = (data: CredentialData, name: string) =>
  typeof data[name] === 'string' ? data[name] : ''

export interface Proven {
  /** Headers that hold a proof, which is nobody else's business. */
  secretHeaders: string[]
  /** Names the call among those of this webhook, if its proof does. */
  once: string | undefined
}

/** Holds a call against what the webhook's node asks of its callers. */
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
  const given = call.headers.authorization ?? ''
  const header = textOf(data, 'header').toLowerCase()
  const sent = call.headers[header] ?? ''
  const proven = { secretHeaders: [header], once: undefined }
  if (check === 'bearer') {
    const key = textOf(data, 'apiKey')
    if (key !== '' && isSame(given, `Bearer ${key}`)) return proven
  } else if (check === 'basic') {
    const password = textOf(data, 'password')
    const pair = Buffer.from(`${textOf(data, 'username')}:${password}`).toString('base64')
    if (password !== '' && isSame(given, `Basic ${pair}`)) return proven
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
