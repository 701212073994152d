import { AuthorizationResponseError, ResponseBodyError } from 'openid-client'
import { OutboundError } from '../../../foundation/egress/outbound-error.ts'

/** The service gave no token. The message may be shown to users. */
export class TokenRefusal extends Error {
  /** Whether the same request will be refused again; otherwise the service may answer later. */
  readonly isFinal: boolean

  constructor(message: string, { isFinal }: { isFinal: boolean }) {
    super(message)
    this.isFinal = isFinal
  }
}

/** Only a code is shown: descriptions are texts of another server. */
const codeOf = (text: string) => (/^[\w.-]{1,60}$/.test(text) ? text : 'no reason')

const ADVICE = new Map([
  ['invalid_grant', 'The access was withdrawn or has ended. Connect the credential again.'],
  ['access_denied', 'The access was not allowed. Connect the credential again and allow it.'],
  ['invalid_client', 'Check the client id, the client secret and "clientAuthentication".'],
  ['unauthorized_client', 'Allow this kind of sign-in for the client at the service.'],
  ['invalid_scope', 'Check the scopes.'],
  ['invalid_client_metadata', 'Check the scopes, or register an app there by hand.'],
  ['invalid_redirect_uri', 'It does not accept the address of this Plinth.'],
])

function explain(host: string, error: string): string {
  const code = codeOf(error)
  const advice = ADVICE.get(code) ?? 'Check the settings of the credential.'
  return `${host} refused (${code}). ${advice}`
}

/** Turns an error of the protocol into one for users; causes are left out, since they may contain tokens. */
export function toTokenRefusal(error: unknown, host: string): TokenRefusal {
  if (error instanceof TokenRefusal) return error
  if (error instanceof AuthorizationResponseError) {
    return new TokenRefusal(explain(host, error.error), { isFinal: true })
  }
  if (error instanceof ResponseBodyError) {
    const isFinal = error.status < 500 && error.status !== 429
    return new TokenRefusal(explain(host, error.error), { isFinal })
  }
  const { cause, code } = error as { cause?: unknown; code?: string }
  const outbound = [error, cause].find((one) => one instanceof OutboundError)
  if (outbound) return new TokenRefusal(`${host}: ${outbound.message}`, { isFinal: false })
  const status = cause instanceof Response ? ` ${cause.status}` : ''
  if (code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE') {
    return new TokenRefusal(explain(host, 'invalid_client'), { isFinal: true })
  }
  return new TokenRefusal(
    `${host} gave an answer${status} that is not valid (${code ?? 'error'}).`,
    {
      isFinal: false,
    },
  )
}
