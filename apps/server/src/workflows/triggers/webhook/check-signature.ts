import { createHmac, timingSafeEqual } from 'node:crypto'
import type { HookSettings } from './hook-settings.ts'

export interface SignedCall {
  secret: string
  /** The header that carries the signature. */
  signature: string
  /** The header that carries the timestamp, if there is one. */
  timestamp: string
  body: Buffer
  now: number
}

/** Fixed by Slack. */
export const SLACK_TIMESTAMP = 'x-slack-request-timestamp'

/** Seconds or milliseconds since 1970. */
function readTime(text: string): number | undefined {
  if (!/^\d{9,14}$/.test(text)) return undefined
  const number = Number(text)
  return number < 100_000_000_000 ? number * 1000 : number
}

/** Stripe's header: `t=1700000000,v1=5257…,v1=…`. */
function readParts(header: string): { timestamp: string; signatures: string[] } {
  const parts = header.split(',').map((part) => part.trim().split('='))
  const of = (name: string) => parts.flatMap(([key, value]) => (key === name ? [value ?? ''] : []))
  return { timestamp: of('t')[0] ?? '', signatures: of('v1') }
}

function isSame(value: string, expected: Buffer): boolean {
  const bare = value.trim().replace(/^(sha256|v0|v1)=/i, '')
  const encoding = /^[0-9a-f]{64}$/i.test(bare) ? 'hex' : 'base64'
  const bytes = Buffer.from(bare, encoding)
  return bytes.length === expected.length && timingSafeEqual(bytes, expected)
}

/**
 * Whether a body is signed with the secret, and recently enough. Returns the signature, which identifies a
 * repeated call; without a timestamp two equal calls count as two.
 */
export function checkSignature(
  call: SignedCall,
  { signedText, toleranceMs }: Pick<HookSettings, 'signedText' | 'toleranceMs'>,
): { ok: boolean; once?: string } {
  if (call.secret === '') return { ok: false }
  const { timestamp, signatures } =
    signedText === 'stripe'
      ? readParts(call.signature)
      : { timestamp: call.timestamp, signatures: [call.signature] }
  const prefix = {
    body: '',
    timestamp: `${timestamp}.`,
    stripe: `${timestamp}.`,
    slack: `v0:${timestamp}:`,
  }
  if (signedText !== 'body') {
    const time = readTime(timestamp)
    if (time === undefined || Math.abs(call.now - time) > toleranceMs) return { ok: false }
  }
  const hmac = createHmac('sha256', call.secret).update(prefix[signedText]).update(call.body)
  const expected = hmac.digest()
  if (!signatures.slice(0, 10).some((one) => isSame(one, expected))) return { ok: false }
  return signedText === 'body' ? { ok: true } : { ok: true, once: expected.toString('base64url') }
}
