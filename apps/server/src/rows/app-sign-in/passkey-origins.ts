import { isIP } from 'node:net'

/** A last label of digits makes a host an IPv4 address, also with fewer than four parts. */
function isAddress(host: string): boolean {
  const { hostname } = new URL(`https://${host}`)
  return isIP(hostname) !== 0 || hostname.startsWith('[')
}

/** Browsers offer passkeys to pages with https, and on localhost. */
const isSecure = ({ protocol, hostname }: URL) =>
  protocol === 'https:' ||
  (protocol === 'http:' && (hostname === 'localhost' || hostname.endsWith('.localhost')))

/** The origins of listed pages at a host or below it, where its passkeys work. */
export function passkeyOrigins(host: string, redirects: readonly string[]): readonly string[] {
  const origins = redirects
    .map((redirect) => new URL(redirect))
    .filter((url) => isSecure(url) && (url.hostname === host || url.hostname.endsWith(`.${host}`)))
    .map(({ origin }) => origin)
  return [...new Set(origins)]
}

/** Why a host cannot have passkeys; undefined if it can. */
export function passkeyHostProblem(host: string, redirects: readonly string[]): string | undefined {
  if (!URL.canParse(`https://${host}`)) return `${host} is not a valid host.`
  if (isAddress(host)) return `${host} is an address. Browsers offer passkeys at host names only.`
  if (!host.includes('.') && host !== 'localhost')
    return `${host} is a top-level domain. Write the host of your app, such as app.example.com.`
  return passkeyOrigins(host, redirects).length > 0
    ? undefined
    : `No redirect is a page of ${host} with https. Add a page of the app that uses passkeys.`
}
