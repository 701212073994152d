import type { CustomFetch } from 'openid-client'

/** Calls every address, and follows redirects. */
export const callProvider = (): CustomFetch => (url, options) =>
  fetch(url, { ...options, redirect: 'follow' } as RequestInit)
