import { RequestError } from './api-error.ts'

const fail = (message: string, code = 'ERR_BAD_REQUEST') => new RequestError(message, { code })

const UNSUPPORTED = 'This browser does not support passkeys. Update it, or sign in another way.'

/** Why this page cannot use passkeys; undefined if it can. */
function findObstacle(): string | undefined {
  if (!globalThis.isSecureContext) return 'Passkeys need a page with https.'
  const isKnown =
    typeof PublicKeyCredential === 'function' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential &&
    'toJSON' in PublicKeyCredential.prototype
  return isKnown ? undefined : UNSUPPORTED
}

/** Throws at once where passkeys cannot be used, before anything is asked of the server. */
export function requireBrowserPasskeys(): void {
  const obstacle = findObstacle()
  if (obstacle !== undefined) throw fail(obstacle, 'ERR_NOT_SUPPORT')
}

function problemOf(error: unknown, host: string): RequestError {
  const name = error instanceof Error ? error.name : ''
  // Browsers do not tell a cancelled prompt from one that took too long.
  if (name === 'NotAllowedError' || name === 'AbortError')
    return fail('No passkey was used: it was cancelled or took too long.', 'ERR_CANCELED')
  if (name === 'InvalidStateError') return fail('This device already has a passkey of the account.')
  if (name === 'SecurityError')
    return fail(`The passkeys of this app work on pages of ${host} only.`)
  if (name === 'NotSupportedError') return fail(UNSUPPORTED, 'ERR_NOT_SUPPORT')
  return fail('The browser could not use a passkey.')
}

async function ask<Answer>(
  host: string,
  question: () => Promise<Credential | null>,
): Promise<Answer> {
  try {
    return ((await question()) as PublicKeyCredential).toJSON() as Answer
  } catch (error) {
    throw problemOf(error, host)
  }
}

/** Makes a passkey. Returns only what the server verifies; browsers add more. */
export async function createPasskey(
  options: PublicKeyCredentialCreationOptionsJSON,
): Promise<Record<string, unknown>> {
  const { id, rawId, type, response } = await ask<RegistrationResponseJSON>(
    options.rp.id ?? location.hostname,
    () =>
      navigator.credentials.create({
        publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
      }),
  )
  const { clientDataJSON, attestationObject, transports } = response
  return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } }
}

/** Signs a challenge with a passkey that the user chooses. */
export async function signWithPasskey(
  options: PublicKeyCredentialRequestOptionsJSON,
): Promise<Record<string, unknown>> {
  const { id, rawId, type, response } = await ask<AuthenticationResponseJSON>(
    options.rpId ?? location.hostname,
    () =>
      navigator.credentials.get({
        publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
      }),
  )
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle } }
}
