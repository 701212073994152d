import { callOut, type OutAnswer } from '../../../foundation/egress/call-out.ts'
import { OutboundError, refuseCall } from '../../../foundation/egress/outbound-error.ts'
import type { WorkflowsContext } from '../../context.ts'
import type { StoredCredential } from '../credential-store.ts'
import { hostsOf } from '../hosts-of.ts'
import { openCredential } from '../open-credential.ts'
import type { CredentialData } from '../secret-fields.ts'
import { isSameCredential } from '../to-credential.ts'
import { accessTokenOf } from './access-token.ts'
import { findConnection } from './connection-store.ts'
import { findService } from './oauth-settings.ts'
import { readTestAnswer, type TestedConnection } from './read-test-answer.ts'
import { TokenRefusal } from './token-refusal.ts'

const TIME_LIMIT_MS = 10_000

const UNSAVED =
  'Save the credential first: its access token belongs to the saved addresses and hosts.'

interface Tried {
  projectId: string
  stored: StoredCredential | undefined
  /** As the request has it, with fingerprints. */
  sent: CredentialData
  /** The same with its secrets. */
  data: CredentialData
  address: string | undefined
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** The token to test: that of the saved credential, or one that is typed in. */
async function tokenOf(
  context: WorkflowsContext,
  { projectId, stored, sent, data }: Tried,
): Promise<{ token: string; known: string | null }> {
  if (stored && isSameCredential(stored, { type: 'oauth2', data: sent })) {
    const place = { projectId, environmentId: stored.environmentId, credentialId: stored.id }
    const credential = await openCredential(context, place)
    if (!credential) throw refuseCall('The credential was not found.')
    const token = await accessTokenOf(context, { place, credential })
    const row = await findConnection(context.db, stored.id)
    return { token, known: row?.scope ?? null }
  }
  const typed = textOf(data.accessToken)
  if (typed === '' || textOf(data.refreshToken) !== '') throw refuseCall(UNSAVED)
  return { token: typed, known: null }
}

/** Asks once, without redirects, and only a host that the credential may be sent to (R18). */
async function ask(
  { env }: WorkflowsContext,
  { tried, token, url }: { tried: Tried; token: string; url: string },
): Promise<OutAnswer> {
  const { headers = {} } = findService(tried.data)?.test ?? {}
  const all = { accept: 'application/json', 'user-agent': 'Plinth', ...headers }
  const secret = {
    headers: [['authorization', `Bearer ${token}`]] as [string, string][],
    hosts: hostsOf('oauth2', tried.data),
    isHttpsOnly: true,
  }
  const answer = await callOut(
    {
      method: 'GET',
      url,
      headers: Object.entries(all),
      secret,
      timeLimitMs: TIME_LIMIT_MS,
      maxRedirects: 0,
    },
    { ...env.egress, signal: AbortSignal.timeout(TIME_LIMIT_MS) },
  )
  const { status } = answer
  if (status === 401 || status === 403) {
    throw refuseCall(`The service was reached, and refused the access token (${status}).`)
  }
  if (status >= 400) {
    throw refuseCall(`The address answered ${status}. Try one that answers when signed in.`)
  }
  return answer
}

function describe({ account, scopes }: TestedConnection, label: string): string {
  const who =
    account === undefined ? `Signed in to ${label}.` : `Signed in to ${label} as ${account}.`
  if (!scopes || scopes.missing.length === 0) return who
  const missing = scopes.missing.join(', ')
  return `${who} Not granted: ${missing}. Connect again and allow them, or remove them from the scopes.`
}

async function attempt(context: WorkflowsContext, tried: Tried) {
  const service = findService(tried.data)
  const url = textOf(tried.address) || service?.test.url
  if (url === undefined) throw refuseCall('Write an address that this credential is for.')
  const { token, known } = await tokenOf(context, tried)
  const answer = await ask(context, { tried, token, url })
  if (!service) return { ok: true, message: `The address answered ${answer.status}.` }
  const scope = textOf(tried.data.scope)
  const tested = readTestAnswer(answer, { service, scope, known, token })
  return { ok: true, message: describe(tested, service.label), ...tested }
}

/** Tests the access token of an OAuth2 credential. Throws 422 for settings that are not complete. */
export async function tryConnection(
  context: WorkflowsContext,
  tried: Tried,
): Promise<{ ok: boolean; message: string } & TestedConnection> {
  try {
    return await attempt(context, tried)
  } catch (error) {
    if (!(error instanceof OutboundError || error instanceof TokenRefusal)) throw error
    return { ok: false, message: error.message }
  }
}
