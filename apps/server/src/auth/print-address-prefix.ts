import ipaddr from 'ipaddr.js'

/** Enough of an address to recognise a place by, not enough to find a person. */
export function printAddressPrefix(ip: string): string {
  if (!ipaddr.isValid(ip)) return ''
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return `${address.toByteArray().slice(0, 3).join('.')}.0/24`
  const groups = address.toNormalizedString().split(':').slice(0, 3)
  return `${groups.join(':')}::/48`
}
