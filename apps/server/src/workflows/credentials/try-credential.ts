import type { CredentialType } from '@plinth/contract'
import { NodeFailure, secretHeaders } from '@plinth/engine'
import { callOut, type OutAnswer } from '../../foundation/egress/call-out.ts'
import { greetMailServer } from '../../foundation/egress/greet-mail-server.ts'
import { mailServerOf } from '../../foundation/egress/mail-transport.ts'
import { OutboundError, refuseCall } from '../../foundation/egress/outbound-error.ts'
import { queryMariadb } from '../../foundation/egress/query-mariadb.ts'
import { queryPostgres } from '../../foundation/egress/query-postgres.ts'
import { type SqlOptions, sqlTargetOf } from '../../foundation/egress/sql-target.ts'
import type { WorkflowsContext } from '../context.ts'
import { hostsOf } from './hosts-of.ts'
import type { CredentialData } from './secret-fields.ts'

const TIME_LIMIT_MS = 10_000
const ONE = { query: 'select 1', values: [], mayWrite: false }

interface Tried {
  type: CredentialType
  data: CredentialData
  address: string | undefined
}

type Way = SqlOptions

type Headers = [string, string][]

async function ask(
  call: { method: string; url: string; headers: Headers },
  { tried, way }: { tried: Tried; way: Way },
): Promise<OutAnswer> {
  const { method, url, headers } = call
  const hosts = hostsOf(tried.type, tried.data)
  const answer = await callOut(
    { method, url, headers: [], secret: { headers, hosts }, timeLimitMs: TIME_LIMIT_MS },
    way,
  )
  if (answer.status === 401 || answer.status === 403) {
    throw refuseCall(`It was reached, and refused the sign-in (${answer.status}).`)
  }
  return answer
}

const bearer = (token: unknown): Headers => [['authorization', `Bearer ${String(token ?? '')}`]]

function baseOf({ data }: Tried): string {
  const base = String(data.baseUrl ?? '').replace(/\/+$/, '')
  if (base === '') throw refuseCall('The credential has no "baseUrl".')
  return base
}

async function tryModels(tried: Tried, way: Way): Promise<string> {
  const call = {
    method: 'GET',
    url: `${baseOf(tried)}/models`,
    headers: bearer(tried.data.apiKey),
  }
  const { status } = await ask(call, { tried, way })
  if (status < 400) return 'Signed in: the service listed its models.'
  throw refuseCall(`The service answered ${status} to /models. Check "baseUrl".`)
}

async function trySlack(tried: Tried, way: Way): Promise<string> {
  const call = {
    method: 'POST',
    url: `${baseOf(tried)}/auth.test`,
    headers: bearer(tried.data.token),
  }
  const { status, body } = await ask(call, { tried, way })
  const said = /"ok"\s*:\s*true/.test(body.toString('utf8'))
  if (status < 400 && said) return 'Signed in to Slack.'
  const why = /"error"\s*:\s*"([a-z_]{1,60})"/.exec(body.toString('utf8'))?.[1]
  throw refuseCall(`Slack refused the token (${why ?? status}).`)
}

async function tryAddress(tried: Tried, way: Way): Promise<string> {
  const { type, data, address = '' } = tried
  if (address.trim() === '') throw refuseCall('Write an address that this credential is for.')
  const headers = type === 'jwt' ? bearer(data.token) : secretHeaders(type, data)
  if (!headers) throw refuseCall('A credential of this type cannot be tested.')
  const call = { method: 'GET', url: address.trim(), headers }
  const { status } = await ask(call, { tried, way })
  if (status < 400) return `The address answered ${status}.`
  throw refuseCall(`The address answered ${status}. Try one that answers when signed in.`)
}

const TRIES: Partial<Record<CredentialType, (tried: Tried, way: Way) => Promise<string>>> = {
  'email-smtp': async ({ data }, way) => {
    await greetMailServer(mailServerOf(data), way)
    return data.user ? 'Signed in to the mail server.' : 'The mail server answered.'
  },
  postgres: async ({ data }, way) => {
    await queryPostgres({ target: sqlTargetOf(data, 5432), statement: ONE }, way)
    return 'Signed in to the database.'
  },
  mysql: async ({ data }, way) => {
    await queryMariadb({ target: sqlTargetOf(data, 3306), statement: ONE }, way)
    return 'Signed in to the database.'
  },
  slack: trySlack,
  'api-credential': tryModels,
  'basic-auth': tryAddress,
  'api-key': tryAddress,
  jwt: tryAddress,
  custom: tryAddress,
}

/** Signs in with a credential at an allowed host and returns the result, without any text of the reply. */
export async function tryCredential(
  { env }: Pick<WorkflowsContext, 'env'>,
  tried: Tried,
): Promise<{ ok: boolean; message: string }> {
  const way = { ...env.egress, signal: AbortSignal.timeout(2 * TIME_LIMIT_MS) }
  try {
    const attempt = TRIES[tried.type]
    if (!attempt) throw refuseCall('A credential of this type cannot be tested.')
    return { ok: true, message: await attempt(tried, way) }
  } catch (error) {
    if (!(error instanceof OutboundError || error instanceof NodeFailure)) throw error
    return { ok: false, message: error.message }
  }
}
