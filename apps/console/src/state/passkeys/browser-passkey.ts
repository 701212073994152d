import type {
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRegistration,
  PasskeyRequest,
} from '@plinth/contract'
import { passkeyStrings as strings } from './strings.ts'

/** The person cancelled, or the browser cannot do it: to be said calmly, because nothing went wrong at the server. */
export class PasskeyProblem extends Error {}

/** Why this page cannot use passkeys; undefined if it can. */
function findObstacle(): string | undefined {
  if (!window.isSecureContext) return strings.insecure
  const isKnown =
    typeof PublicKeyCredential === 'function' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential &&
    'toJSON' in PublicKeyCredential.prototype
  return isKnown ? undefined : strings.unsupported
}

interface Wording {
  host: string
  /** Said if the person cancels; browsers do not tell that from a timeout. */
  cancelled: string
}

function messageOf(error: unknown, { host, cancelled }: Wording): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return cancelled
  if (name === 'InvalidStateError') return strings.registered
  if (name === 'SecurityError') return strings.elsewhere(host)
  return name === 'NotSupportedError' ? strings.unsupported : strings.failed
}

/** Runs the question of the browser; every failure is a {@link PasskeyProblem}. */
async function ask<Answer>(
  wording: Wording,
  question: () => Promise<Credential | null>,
): Promise<Answer> {
  const obstacle = findObstacle()
  if (obstacle) throw new PasskeyProblem(obstacle)
  try {
    const credential = await question()
    return (credential as PublicKeyCredential).toJSON() as Answer
  } catch (error) {
    throw new PasskeyProblem(messageOf(error, wording))
  }
}

/** Makes a new passkey. Sends only what the server verifies; browsers add more. */
export async function createPasskey(options: PasskeyCreation): Promise<PasskeyRegistration> {
  const wording = { host: options.rp.id, cancelled: strings.notAdded }
  const { id, rawId, type, response } = await ask<PasskeyRegistration>(wording, () =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
    }),
  )
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } }
}

/** Signs a challenge with a passkey of the account. */
export async function answerWithPasskey(options: PasskeyRequest): Promise<PasskeyAssertion> {
  const wording = { host: options.rpId, cancelled: strings.cancelled }
  const { id, rawId, type, response } = await ask<PasskeyAssertion>(wording, () =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
    }),
  )
  const { clientDataJSON, authenticatorData, signature } = response
  return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature } }
}
