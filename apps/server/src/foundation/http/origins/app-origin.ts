const LOOPBACK = /(^|\.)localhost$/

/** The origin of an app by its host name: https, except on localhost. */
export function originOfHost(host: string): string {
  return `${LOOPBACK.test(host) ? 'http' : 'https'}://${host}`
}

/**
 * The host name of an origin that an app may have: https on its default port, or any port on localhost. Only host names
 * of domains are stored, so nothing else is trusted.
 */
export function hostOfOrigin(origin: string): string | undefined {
  if (!URL.canParse(origin)) return undefined
  const { protocol, hostname, port, origin: exact } = new URL(origin)
  if (exact !== origin) return undefined
  if (protocol === 'https:' && port === '') return hostname
  return LOOPBACK.test(hostname) && /^https?:$/.test(protocol) ? hostname : undefined
}
