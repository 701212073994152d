const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Encodes bytes in Bitcoin's base 58, where each leading zero byte becomes a leading `1`. */
export function encodeBase58(bytes: Uint8Array): string {
  let rest = BigInt(`0x0${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  while (rest > 0n) {
    text = alphabet.charAt(Number(rest % 58n)) + text
    rest /= 58n
  }
  const firstNonZero = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(firstNonZero === -1 ? bytes.length : firstNonZero) + text
}
