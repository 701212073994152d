/** Calls every address, and follows redirects. */
export const callProvider = () => (url: string, options: RequestInit) =>
  fetch(url, { ...options, redirect: 'follow' })
