import { streamLiveRows as endpoint, LiveSubscriptions } from '@plinth/contract'
import { single } from '../../foundation/http/calls/request-info.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import { matchesOrigin } from '../../foundation/http/origins/match-origin.ts'
import { validate } from '../../foundation/http/parsing/validate.ts'
import { readJson } from '../../foundation/platform/stored-json.ts'
import type { RowsContext } from '../context.ts'
import type { EnvironmentKey } from '../environments/environments.ts'
import { openEnvironment } from '../request/resolve-environment.ts'
import { admitLive } from './admit-live.ts'
import { liveCallerOf } from './live-caller.ts'

const NO_JSON = 'subscriptions: must be a JSON list of subscriptions.'

function readSubscriptions(text: string | undefined): LiveSubscriptions {
  if (text === undefined || text === '') return []
  let sent: unknown
  try {
    sent = readJson(text)
  } catch {
    throw new ApiError('bad_request', NO_JSON)
  }
  return validate(LiveSubscriptions, sent) ?? []
}

/** The origin of the page that opened the stream, if another origin's page did and may. */
async function allowedOrigin(
  { origins }: RowsContext,
  key: EnvironmentKey,
  header: string | undefined,
): Promise<string | undefined> {
  if (header === undefined) return undefined
  const policy = await origins.policyOf(key)
  return policy && matchesOrigin(policy, header) ? header : undefined
}

/** Opens a stream of changes. What a subscription is refused for arrives on the stream. */
export const streamLiveRows = route(endpoint, async (call, context: RowsContext) => {
  const { query, request } = call
  const asked = readSubscriptions(query.subscriptions)
  const key = await admitLive(call, context)
  const environment = await openEnvironment(context, key)
  request.trace.environment = environment
  const { $projectId, $environment, $version } = query
  const origin = await allowedOrigin(context, key, single(request.headers.origin))
  const live = liveCallerOf(call, { query: { $projectId, $environment, $version }, origin })
  const after = request.lastEventId ?? query.after
  return context.live.rows.open({ key, environment, live, ip: request.ip, asked, after })
})
