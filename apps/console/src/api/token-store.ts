const TOKEN_KEY = 'token'

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

/** Removes a token that the server rejected and notifies the session. */
export function rejectToken() {
  clearToken()
  for (const listener of rejectionListeners) listener()
}

/** Watches for a rejected token and for changes by other tabs. */
export function watchToken(listeners: { onRejected: () => void; onOtherTab: () => void }) {
  const onStorage = (event: StorageEvent) => {
    if (event.key === TOKEN_KEY || event.key === null) listeners.onOtherTab()
  }
  rejectionListeners.add(listeners.onRejected)
  window.addEventListener('storage', onStorage)
  return () => {
    rejectionListeners.delete(listeners.onRejected)
    window.removeEventListener('storage', onStorage)
  }
}
