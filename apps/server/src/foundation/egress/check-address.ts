import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import { ApiError } from '../http/errors/api-error.ts'

/** Non-public ranges that ipaddr.js reports as unicast, or that can lead to private networks. */
const INSIDE = [
  '0.0.0.0/8',
  '100.64.0.0/10',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2002::/16',
  '::/96',
  'fec0::/10',
].map((range) => ipaddr.parseCIDR(range))

/** Whether an address is public. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  return !INSIDE.some(([network, bits]) => {
    return network.kind() === address.kind() && address.match(network, bits)
  })
}

/** A host with its checked address. Connections use the address, so that DNS cannot change between check and use. */
export interface PinnedAddress {
  host: string
  address: string
  port: number
}

const HOST = /^[A-Za-z0-9._-]{1,253}$/

/**
 * Checks a host that comes from a user. Every address it resolves to must be public, unless the operator allows exactly
 * this host and port.
 */
export async function checkAddress(
  target: { host: string; port: number },
  allowed: ReadonlySet<string>,
): Promise<PinnedAddress> {
  const host = target.host.replace(/^\[|\]$/g, '').toLowerCase()
  if (!ipaddr.isValid(host) && !HOST.test(host)) {
    throw new ApiError('invalid', 'The host name is not valid.')
  }
  const found = await lookup(host, { all: true }).catch(() => [])
  const [first] = found
  if (!first) throw new ApiError('invalid', 'The host could not be found.')
  const named = `${host}:${target.port}`
  if (!allowed.has(named) && !found.every((entry) => isPublicAddress(entry.address))) {
    throw new ApiError(
      'invalid',
      `This host is not allowed: it leads to a private address. The operator can add ${named} to PLINTH_EGRESS_ALLOW.`,
    )
  }
  return { host, address: first.address, port: target.port }
}
