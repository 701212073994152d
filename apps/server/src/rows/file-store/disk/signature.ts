import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs an address by everything that it says: method, key and every parameter. */
export function signAddress(
  secret: Buffer,
  said: { method: string; key: string; parameters: ReadonlyMap<string, string> },
): string {
  const sorted = [...said.parameters].sort(([left], [right]) => (left < right ? -1 : 1))
  return createHmac('sha256', secret)
    .update(JSON.stringify([said.method, said.key, sorted]))
    .digest('base64url')
}

/** Compares without telling by its duration how much was right. */
export function isSameSignature(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
