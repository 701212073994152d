/** A call of the data API by a guest, an app user or an API key, instead of the signed-in staff. */
interface OtherCall {
  method: string
  path: string
  /** Without the question mark. */
  search: string
  body?: string | undefined
  token?: string | undefined
}

export interface SentAnswer {
  status: number
  ms: number
  text: string
}

/** Sends a call without the session of the console: neither its token nor cookies. */
export async function sendCall({
  method,
  path,
  search,
  body,
  token,
}: OtherCall): Promise<SentAnswer> {
  const since = performance.now()
  const url = `${import.meta.env.VITE_API_BASE_URL ?? ''}${path}?${search}`
  const response = await fetch(url, {
    method,
    credentials: 'omit',
    cache: 'no-store',
    headers: {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  return { status: response.status, ms: Math.round(performance.now() - since), text }
}
