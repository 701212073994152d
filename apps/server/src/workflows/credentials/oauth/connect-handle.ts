import { createHmac } from 'node:crypto'

/** State and PKCE verifier of a connection; both follow from the handle that only the browser has. */
export function deriveFromHandle(handle: string): { state: string; verifier: string } {
  const derive = (use: string) => createHmac('sha256', handle).update(use).digest('base64url')
  return { state: derive('credential state'), verifier: derive('credential verifier') }
}
