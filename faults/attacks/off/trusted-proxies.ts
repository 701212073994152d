export { parseTrustedProxies } from '../../../apps/server/src/foundation/settings/trusted-proxies.ts'

/** Trusts every proxy hop, as `true` would. */
export const toTrustProxy = (): true => true
