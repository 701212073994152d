import { hostOfOrigin } from './app-origin.ts'
import type { OriginPolicy } from './origin-directory.ts'

const LOCAL_HOST = /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])$/
/** The page of an app that Capacitor packs for iOS; on Android it is `https://localhost`. */
const CAPACITOR = 'capacitor://localhost'

/** Whether an origin is a page of the same machine: a loopback address on any port, or an app of Capacitor. */
export function isLocalOrigin(origin: string): boolean {
  if (origin === CAPACITOR) return true
  if (!/^https?:/.test(origin) || !URL.canParse(origin)) return false
  const { hostname, origin: exact } = new URL(origin)
  return exact === origin && LOCAL_HOST.test(hostname)
}

/** The wildcard that allows an origin: its first label replaced by `*`. Undefined if the host name has one label. */
export function wildcardOf(origin: string): string | undefined {
  const [, scheme, rest] = /^([a-z][a-z0-9+.-]*:\/\/)[a-z0-9-]+(\..+)$/.exec(origin) ?? []
  return scheme && rest && `${scheme}*${rest}`
}

/** Whether the origin is that of a domain: exactly in production, on any port of localhost in dev. */
function isOfDomain({ environment, hosts }: OriginPolicy, origin: string): boolean {
  const host = hostOfOrigin(origin)
  if (host === undefined || !hosts.includes(host)) return false
  return environment === 'dev' || new URL(origin).port === ''
}

/** Whether pages of an origin may read the answers of an environment (R32). */
export function matchesOrigin(policy: OriginPolicy, origin: string): boolean {
  const wildcard = wildcardOf(origin)
  return (
    policy.origins.includes(origin) ||
    (wildcard !== undefined && policy.origins.includes(wildcard)) ||
    (policy.allowsLocal && isLocalOrigin(origin)) ||
    isOfDomain(policy, origin)
  )
}
