const LOOPBACK = /(^|\.)localhost$/

/** The address of an app by its host name: https, but on one's own machine. */
export function originOfHost(host: string): string {
  return `${LOOPBACK.test(host) ? 'http' : 'https'}://${host}`
}

/**
 * The host name that an origin speaks for, if it is one an app may have: https on its usual port, or
 * anything on one's own machine. Nothing else about a domain is known, so nothing else is trusted.
 */
export function hostOfOrigin(origin: string): string | undefined {
  if (!URL.canParse(origin)) return undefined
  const { protocol, hostname, port, origin: exact } = new URL(origin)
  if (exact !== origin) return undefined
  if (protocol === 'https:' && port === '') return hostname
  return LOOPBACK.test(hostname) && /^https?:$/.test(protocol) ? hostname : undefined
}
