import ipaddr from 'ipaddr.js'

/** The proxies whose `X-Forwarded-For` is trusted: their number, or their networks. */
export type TrustedProxies = number | readonly string[] | undefined

const MAX_HOPS = 20
const NOBODY = new Set(['', 'false', '0'])

function isNetwork(text: string): boolean {
  const [address = '', bits] = text.split('/')
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return false
  // A prefix of length 0 would trust every address.
  return bits === undefined || (ipaddr.isValidCIDR(text) && ipaddr.parseCIDR(text)[1] > 0)
}

/** Parses the setting; throws with a valid example. `true` is not accepted: every caller could forge its address. */
export function parseTrustedProxies(text = ''): TrustedProxies {
  const setting = text.trim()
  if (NOBODY.has(setting)) return undefined
  if (/^\d{1,3}$/.test(setting) && Number(setting) <= MAX_HOPS) return Number(setting)
  const networks = setting.split(',').map((entry) => entry.trim())
  if (/[.:]/.test(setting) && networks.every(isNetwork)) return networks
  throw new Error(
    `"${setting}" cannot be used: set the number of proxies in front of the server (1) or their networks (10.0.0.0/8,fd00::/8)`,
  )
}

/**
 * The `trustProxy` option of Fastify, which is called for each hop, the nearest first. Fastify 5 trusts no proxy when
 * given a number, so hops are counted here.
 */
export function toTrustProxy(
  trusted: TrustedProxies,
): false | string[] | ((address: string, hop: number) => boolean) {
  if (trusted === undefined) return false
  if (typeof trusted === 'number') return (_address, hop) => hop < trusted
  return [...trusted]
}
