/** Proves that this tab began the sign-in at the provider; another browser or tab does not have it. */
const KEY = 'sso'
/** What the handle is for, unless it is a sign-in. */
const USE_KEY = 'sso use'
/** The page that began a proof or a connection, to which a failure leads back. */
const PAGE_KEY = 'sso page'

/** A sign-in, a proof for the open session, or the connection of its account. */
type SsoUse = 'sign-in' | 'proof' | 'connection'

export function storeSsoHandle(handle: string, use: SsoUse, page = '/home'): void {
  sessionStorage.setItem(KEY, handle)
  sessionStorage.setItem(USE_KEY, use)
  sessionStorage.setItem(PAGE_KEY, page)
}
export const readSsoPage = (): string => sessionStorage.getItem(PAGE_KEY) ?? '/home'
export const readSsoHandle = (): string | null => sessionStorage.getItem(KEY)
export function readSsoUse(): SsoUse {
  const use = sessionStorage.getItem(USE_KEY)
  return use === 'proof' || use === 'connection' ? use : 'sign-in'
}
export function clearSsoHandle(): void {
  sessionStorage.removeItem(KEY)
  sessionStorage.removeItem(USE_KEY)
  sessionStorage.removeItem(PAGE_KEY)
}
