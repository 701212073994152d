import { RowQuery } from '@plinth/contract'
import type { Data } from '@plinth/expression'
import type { Caller, RequestInfo } from '../../foundation/http/calls/call.ts'
import { callerName } from '../../foundation/http/calls/holder-of.ts'
import type { LiveEnvironment } from '../environments/live-environment.ts'
import { type AccessPolicy, openHeaders, policyFor, staffPolicy } from '../request/access-policy.ts'
import { keyAllows, keyAuthData } from '../request/api-key-access.ts'
import type { LiveCaller } from './live-streams.ts'

export function liveCallerOf(
  { caller, request }: { caller: Caller; request: RequestInfo },
  { query, origin }: { query: object; origin: string | undefined },
): LiveCaller {
  return { caller, headers: openHeaders(request.headers), query: RowQuery.parse(query), origin }
}

/** Identifies a caller between requests: another one may not change a stream's subscriptions. */
export function identityOf(caller: Caller): string {
  // Guests have no identity: the id of their connection is their secret.
  return caller.kind === 'guest' ? 'guest' : `${caller.kind} ${callerName(caller)}`
}

/** The user of a stream, if it is one of this environment; elsewhere its bearer is a guest. */
export function userOf({ caller }: LiveCaller, environment: Pick<LiveEnvironment, 'id'>) {
  return caller.kind === 'user' && caller.user.environmentId === environment.id
    ? caller.user
    : undefined
}

/** The caller as rules see it without reading the user's row. */
export function knownAuthOf(live: LiveCaller, environment: LiveEnvironment): Data | null {
  const { caller } = live
  if (caller.kind === 'key') return keyAuthData(caller.key)
  const user = userOf(live, environment)
  if (!user) return null
  const table = environment.configuration.tables.find(({ id }) => id === user.tableId)
  return table?.type === 'Auth' ? { id: user.userId, table: table.name, kind: 'user' } : null
}

/** The policy of a stream's caller at this moment; `@request.context` is `realtime`. */
export function livePolicy(
  { caller, headers, query }: LiveCaller,
  { environment, auth, now }: { environment: LiveEnvironment; auth: Data | null; now: number },
): AccessPolicy {
  if (caller.kind === 'staff') return staffPolicy()
  const request = () => {
    const { name: env } = environment
    return { auth, body: null, query, headers, method: 'GET', context: 'realtime', env }
  }
  if (caller.kind !== 'key') return policyFor({ environment, auth, request, now })
  const { key } = caller
  return policyFor({ environment, auth, request, now, may: (...of) => keyAllows(key, ...of) })
}
