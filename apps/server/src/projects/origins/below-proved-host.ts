const WILDCARD = /^[a-z][a-z0-9+.-]*:\/\/\*\.([^:]+)/

/** The host name below which a wildcard allows every name; undefined for an exact origin. */
export function parentOfWildcard(origin: string): string | undefined {
  return WILDCARD.exec(origin)?.[1]
}

/** Whether an origin may be used: an exact one always, a wildcard only below a domain that the project has proved. */
export function isBelowProved(origin: string, provedHosts: readonly string[]): boolean {
  const parent = parentOfWildcard(origin)
  if (parent === undefined) return true
  return provedHosts.some((host) => parent === host || parent.endsWith(`.${host}`))
}
