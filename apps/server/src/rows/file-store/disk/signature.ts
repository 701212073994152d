import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs method, key and all parameters of a URL. */
export function signAddress(
  secret: Buffer,
  signed: { method: string; key: string; parameters: ReadonlyMap<string, string> },
): string {
  const sorted = [...signed.parameters].sort(([left], [right]) => (left < right ? -1 : 1))
  return createHmac('sha256', secret)
    .update(JSON.stringify([signed.method, signed.key, sorted]))
    .digest('base64url')
}

/** Compares in constant time. */
export function isSameSignature(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
