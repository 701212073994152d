/** Proves that this tab began the sign-in at the provider; another browser or tab does not have it. */
const KEY = 'sso'

export const storeSsoHandle = (handle: string) => sessionStorage.setItem(KEY, handle)
export const readSsoHandle = (): string | null => sessionStorage.getItem(KEY)
export const clearSsoHandle = () => sessionStorage.removeItem(KEY)
