const TOKEN_KEY = 'token'
const SIGN_OUT_KEY = 'signed out at'

const rejectionListeners = new Set<() => void>()

export function readToken(): string | null {
  return localStorage.getItem(TOKEN_KEY)
}

export function storeToken(token: string) {
  localStorage.setItem(TOKEN_KEY, token)
}

export function clearToken() {
  localStorage.removeItem(TOKEN_KEY)
}

/** Tells other tabs that the user signed out, which a missing token alone does not: it can have expired. */
export function announceSignOut() {
  localStorage.setItem(SIGN_OUT_KEY, `${Date.now()}`)
}

/** Removes a token that the server rejected and notifies the session. */
export function rejectToken() {
  clearToken()
  for (const listener of rejectionListeners) listener()
}

interface TokenListeners {
  onRejected: () => void
  onOtherTab: () => void
  /** The user signed out in another tab. */
  onSignOut: () => void
}

/** Watches for a rejected token and for changes by other tabs. */
export function watchToken(listeners: TokenListeners) {
  const onStorage = (event: StorageEvent) => {
    if (event.key === SIGN_OUT_KEY) listeners.onSignOut()
    if (event.key === TOKEN_KEY || event.key === null) listeners.onOtherTab()
  }
  rejectionListeners.add(listeners.onRejected)
  window.addEventListener('storage', onStorage)
  return () => {
    rejectionListeners.delete(listeners.onRejected)
    window.removeEventListener('storage', onStorage)
  }
}
