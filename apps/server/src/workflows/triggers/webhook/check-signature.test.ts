import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkSignature, type SignedCall } from './check-signature.ts'

const secret = 'signing secret'
const now = 1_700_000_000_000
const seconds = String(now / 1000)
const sign = (text: string, encoding: 'hex' | 'base64' = 'hex') =>
  createHmac('sha256', secret).update(text).digest(encoding)
const call = (signature: string, more: Partial<SignedCall> = {}): SignedCall => ({
  secret,
  signature,
  timestamp: '',
  body: Buffer.from('{"a":1}'),
  now,
  ...more,
})
const BODY = { signedText: 'body', toleranceMs: 300_000 } as const
const STAMPED = { signedText: 'timestamp', toleranceMs: 300_000 } as const
const STRIPE = { signedText: 'stripe', toleranceMs: 300_000 } as const
const SLACK = { signedText: 'slack', toleranceMs: 300_000 } as const
const body = '{"a":1}'
const stamped = (time: string) => call(sign(`${time}.${body}`), { timestamp: time })

test.each([
  ['hex', call(sign(body)), BODY],
  ['hex with the name of the hash, as GitHub does', call(`sha256=${sign(body)}`), BODY],
  ['base 64, as Shopify does', call(sign(body, 'base64')), BODY],
  ['a timestamp in seconds', stamped(seconds), STAMPED],
  ['a timestamp in milliseconds', stamped(String(now - 1)), STAMPED],
  ['a timestamp at the edge of the window', stamped(String(now / 1000 - 300)), STAMPED],
  ["Stripe's header", call(`t=${seconds},v1=${sign(`${seconds}.${body}`)},v0=x`), STRIPE],
  [
    "Stripe's header while a secret is replaced",
    call(`t=${seconds}, v1=${'0'.repeat(64)}, v1=${sign(`${seconds}.${body}`)}`),
    STRIPE,
  ],
  ["Slack's header", call(`v0=${sign(`v0:${seconds}:${body}`)}`, { timestamp: seconds }), SLACK],
])('signed: %s', (_name, signed, settings) => {
  expect(checkSignature(signed, settings).ok).toBe(true)
})

test.each([
  ['no signature', call(''), BODY],
  ['another body', { ...call(sign(body)), body: Buffer.from('{"a":2}') }, BODY],
  ['another secret', { ...call(sign(body)), secret: 'other' }, BODY],
  [
    'no secret at all',
    { ...call(createHmac('sha256', '').update(body).digest('hex')), secret: '' },
    BODY,
  ],
  ['half a signature', call(sign(body).slice(0, 32)), BODY],
  ['a body signed without its timestamp', call(sign(body), { timestamp: seconds }), STAMPED],
  [
    'a timestamp that is not the signed one',
    { ...stamped(seconds), timestamp: String(now / 1000 - 1) },
    STAMPED,
  ],
  ['no timestamp', call(sign(`.${body}`)), STAMPED],
  ['a timestamp that is none', stamped('yesterday'), STAMPED],
  ['a call of six minutes ago, sent again', stamped(String(now / 1000 - 301)), STAMPED],
  ['a call of the future', stamped(String(now / 1000 + 301)), STAMPED],
  ["Stripe's header without a signature", call(`t=${seconds}`), STRIPE],
])('refused: %s', (_name, signed, settings) => {
  expect(checkSignature(signed, settings)).toEqual({ ok: false })
})

test('identifies a call by a timestamped signature; without a timestamp equal calls are two', () => {
  const once = checkSignature(stamped(seconds), STAMPED).once
  expect(once).toMatch(/^[\w-]{43}$/)
  expect(checkSignature(stamped(seconds), STAMPED).once).toBe(once)
  expect(checkSignature(stamped(String(now / 1000 - 1)), STAMPED).once).not.toBe(once)
  expect(checkSignature(call(sign(body)), BODY).once).toBeUndefined()
})
