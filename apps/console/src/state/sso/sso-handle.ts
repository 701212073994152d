/** Proves that this tab began the sign-in at the provider; another browser or tab does not have it. */
const KEY = 'sso'
/** Set if the handle is of a proof for the open session. */
const PROOF_KEY = 'sso proof'

export function storeSsoHandle(handle: string, isProof = false): void {
  sessionStorage.setItem(KEY, handle)
  if (isProof) sessionStorage.setItem(PROOF_KEY, 'true')
  else sessionStorage.removeItem(PROOF_KEY)
}
export const readSsoHandle = (): string | null => sessionStorage.getItem(KEY)
export const isSsoProof = (): boolean => sessionStorage.getItem(PROOF_KEY) !== null
export function clearSsoHandle(): void {
  sessionStorage.removeItem(KEY)
  sessionStorage.removeItem(PROOF_KEY)
}
