import { isIP } from 'node:net'
import { SERVER_KEY_HEADER, VISITOR_ADDRESS_HEADER } from '@plinth/contract'
import type { ApiKeys } from '../../foundation/callers/api-keys.ts'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { isKeySecret } from '../../foundation/http/access/authenticate-key.ts'
import type { RequestInfo } from '../../foundation/http/calls/call.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'

/** The address that limits count. */
export interface CallingAddress {
  ip: string
  /** The id of the key by which the app's server named its visitor's address. */
  namedBy?: string
}

interface Called {
  readonly context: { readonly apiKeys: ApiKeys }
  readonly environment: { readonly id: string }
}

const UNKNOWN_KEY = `The key in ${SERVER_KEY_HEADER} was revoked, has expired or does not exist.`
const OTHER_ENVIRONMENT = `The key in ${SERVER_KEY_HEADER} belongs to another project or environment.`
const NOT_PERMITTED = `The key in ${SERVER_KEY_HEADER} may not name visitors' addresses. Create one that may under Settings, Keys.`
const MALFORMED = `${VISITOR_ADDRESS_HEADER} must be one IPv4 or IPv6 address, without a port.`

function readVisitor(value: string | string[]): string {
  // An address with a zone names a device in the app's own network, not a visitor.
  if (typeof value !== 'string' || isIP(value) === 0 || value.includes('%'))
    throw new ApiError('bad_request', MALFORMED)
  return value
}

/**
 * The address of a call: the visitor's, if the app's server names it with a key of this environment that may, else the
 * address that the request came from. Throws 403 for any other key rather than 401, which would end the visitor's session
 * in the app.
 */
export async function callingAddress(
  { context, environment }: Called,
  { ip, headers }: Pick<RequestInfo, 'ip' | 'headers'>,
): Promise<CallingAddress> {
  const named = headers[VISITOR_ADDRESS_HEADER.toLowerCase()]
  const secret = headers[SERVER_KEY_HEADER.toLowerCase()]
  if (named === undefined || secret === undefined) return { ip }
  const isSecret = typeof secret === 'string' && isKeySecret(secret)
  const key = isSecret ? await context.apiKeys.find(hashToken(secret)) : undefined
  if (!key) throw new ApiError('forbidden', UNKNOWN_KEY)
  if (key.environmentId !== environment.id) throw new ApiError('forbidden', OTHER_ENVIRONMENT)
  if (!key.canNameVisitors) throw new ApiError('forbidden', NOT_PERMITTED)
  return { ip: readVisitor(named), namedBy: key.id }
}
