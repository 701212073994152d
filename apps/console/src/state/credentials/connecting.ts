/** What a tab needs to end a connection that it began at another service; no other tab or browser has it. */
export interface Connecting {
  projectId: string
  credentialId: string
  handle: string
}

const KEY = 'connecting'

export const storeConnecting = (tab: Window, connecting: Connecting) =>
  tab.sessionStorage.setItem(KEY, JSON.stringify(connecting))

/** Reads and removes it: an answer is sent once. */
export function takeConnecting(): Connecting | undefined {
  const text = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return text === null ? undefined : (JSON.parse(text) as Connecting)
}

const CHANNEL = 'credentials'

/** Tells the other tabs of this browser that a credential was connected. */
export function announceConnected(): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('connected')
  channel.close()
}

/** Calls back when a credential was connected in another tab; returns how to stop that. */
export function onConnected(react: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = react
  return () => channel.close()
}
