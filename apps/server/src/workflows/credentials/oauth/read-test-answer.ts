import type { OauthService } from '@plinth/contract'
import type { Json } from '@plinth/engine'
import type { OutAnswer } from '../../../foundation/egress/call-out.ts'
import { refuseCall } from '../../../foundation/egress/outbound-error.ts'
import { isJsonObject, readJson } from '../../../foundation/platform/stored-json.ts'

/** What a test answers about a connection. */
export interface TestedConnection {
  account?: string
  scopes?: { granted: string[]; missing: string[] }
}

const ACCOUNT = /^[^\p{C}]{1,200}$/u
const SCOPE = /^[\x21-\x7e]{1,200}$/
const MAX_SCOPES = 200

/** Separates scopes; GitHub and Slack use commas. */
const scopesIn = (text: string) => text.split(/[\s,]+/).filter((scope) => scope !== '')

function parse(body: Buffer): Json | undefined {
  try {
    return readJson(body.toString('utf8'))
  } catch {
    return undefined
  }
}

function valueAt(body: Json, path: string): Json | undefined {
  return path
    .split('.')
    .reduce<Json | undefined>(
      (value, key) => (value !== undefined && isJsonObject(value) ? value[key] : undefined),
      body,
    )
}

function accountIn(body: Json, { account }: OauthService['test']): string | undefined {
  return account
    .map((path) => valueAt(body, path))
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .map(String)
    .find((value) => ACCOUNT.test(value))
}

/** The scopes that the answer lists, or those of the token; undefined if nobody has named them. */
function grantedIn(
  { headers, body }: { headers: OutAnswer['headers']; body: Json },
  { test, known }: { test: OauthService['test']; known: string | null },
): string[] | undefined {
  const { scopes } = test
  const value = scopes && ('header' in scopes ? headers[scopes.header] : valueAt(body, scopes.path))
  const list = Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? scopesIn(value)
      : undefined
  const named = list ?? (known === null ? undefined : scopesIn(known))
  return named
    ?.filter((one): one is string => typeof one === 'string' && SCOPE.test(one))
    .slice(0, MAX_SCOPES)
}

/** The scopes that were asked for and that no granted scope includes. */
function findMissingScopes(
  asked: string,
  { service, granted }: { service: OauthService | undefined; granted: readonly string[] },
): string[] {
  const prefix = service?.scopePrefix ?? ''
  const bare = (scope: string) => (scope.startsWith(prefix) ? scope.slice(prefix.length) : scope)
  const has = new Set(granted.map(bare))
  return scopesIn(asked).filter((name) => {
    const scope = service?.scopes.find((one) => one.name === bare(name))
    if (scope?.isReported === false || has.has(bare(name))) return false
    return !scope?.includedIn.some((one) => has.has(one))
  })
}

/**
 * Reads what a service of the catalogue says about the account. Values that contain the token are left out, since a
 * server could repeat it. Throws an OutboundError if the body says that the token was refused.
 */
export function readTestAnswer(
  answer: OutAnswer,
  asked: { service: OauthService; scope: string; known: string | null; token: string },
): TestedConnection {
  const { service, token } = asked
  const body = parse(answer.body)
  if (body === undefined || !isJsonObject(body))
    throw refuseCall(`${service.label} gave an answer that is not valid.`)
  if (body.ok === false) {
    const code = /^[a-z_]{1,60}$/.exec(String(body.error ?? ''))?.[0] ?? 'no reason'
    throw refuseCall(`${service.label} refused the access token (${code}).`)
  }
  const account = accountIn(body, service.test)
  const named = { headers: answer.headers, body }
  const granted = grantedIn(named, { test: service.test, known: asked.known })?.filter(
    (one) => !one.includes(token),
  )
  return {
    ...(account !== undefined && !account.includes(token) ? { account } : {}),
    ...(granted
      ? { scopes: { granted, missing: findMissingScopes(asked.scope, { service, granted }) } }
      : {}),
  }
}
