import { createHmac } from 'node:crypto'

/**
 * State, nonce and PKCE verifier of a sign-in. All follow from the handle of the browser that began it, so that no other
 * browser can end it and the database has no secret of it.
 */
export function deriveValues(handle: string): { state: string; nonce: string; verifier: string } {
  const derive = (use: string) => createHmac('sha256', handle).update(use).digest('base64url')
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') }
}
