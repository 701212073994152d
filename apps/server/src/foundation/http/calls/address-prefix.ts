import ipaddr from 'ipaddr.js'

const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/

/** Reads an address as proxies write it: some add the port, IPv6 then has brackets. */
function parseAddress(text: string | undefined) {
  const match = WITH_PORT.exec(text ?? '')
  const plain = match?.[1] ?? match?.[2] ?? text ?? ''
  return ipaddr.isValid(plain) ? ipaddr.process(plain) : undefined
}

function networkOf(text: string | undefined, bits: { ipv4: 24 | 32; ipv6: 48 | 64 }): string {
  const address = parseAddress(text)
  if (!address) return ''
  if (address.kind() === 'ipv4') {
    if (bits.ipv4 === 32) return address.toString()
    return `${address.toByteArray().slice(0, 3).join('.')}.0/24`
  }
  const groups = address
    .toNormalizedString()
    .split(':')
    .slice(0, bits.ipv6 / 16)
  return `${groups.join(':')}::/${bits.ipv6}`
}

/** The network that rate limits count as one caller. Empty if the text is not an address. */
export const addressPrefix = (ip: string | undefined): string =>
  networkOf(ip, { ipv4: 24, ipv6: 48 })

/** The address of one device; IPv6 devices change the last 64 bits daily, so those are dropped. */
export const deviceAddress = (ip: string | undefined): string =>
  networkOf(ip, { ipv4: 32, ipv6: 64 })
