import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKeys, type KeyRing } from '../secrets/key-ring.ts'

export const SIGNATURE_HEADER = 'x-plinth-signature'
export const MINUTE_MS = 60_000
const FORM = /^1\.(\d{1,12})\.([A-Za-z0-9_-]{43})$/

/** A call of a durable handler, with everything that decides what it does. */
interface DurableCall {
  service: string
  /** Of an object. */
  key?: string | undefined
  handler: string
  body: string | Uint8Array
}

export interface CallSigner {
  /** Returns the value of the signature header, which includes the current minute. */
  sign(call: DurableCall): string
  /** When the call was signed, in milliseconds, to the minute; undefined if none of our keys signed it. */
  verify(call: DurableCall, signature: string): number | undefined
}

function digest(signingKey: Buffer, call: DurableCall, minute: number): Buffer {
  const { service, key = '', handler } = call
  return createHmac('sha256', signingKey)
    .update(`${JSON.stringify([1, service, key, handler, minute])}\n`)
    .update(call.body)
    .digest()
}

/** Signs calls with the installation's current key and verifies them with any of its keys. */
export function openCallSigner(ring: KeyRing): CallSigner {
  const derive = () => deriveKeys(ring, 'durable calls')
  let keys = derive()
  function refresh(): boolean {
    if (!ring.refresh()) return false
    keys = derive()
    return true
  }
  function verify(call: DurableCall, signature: string): number | undefined {
    const [, minute, text = ''] = FORM.exec(signature) ?? []
    if (minute === undefined) return undefined
    const given = Buffer.from(text, 'base64url')
    const isOurs = keys.some((key) => timingSafeEqual(digest(key, call, Number(minute)), given))
    if (isOurs) return Number(minute) * MINUTE_MS
    return refresh() ? verify(call, signature) : undefined
  }
  return {
    verify,
    sign(call) {
      // A rotation may have dropped the key that this process knows.
      refresh()
      const [key] = keys
      if (!key) throw new Error('call signer: the key ring is empty')
      const minute = Math.floor(Date.now() / MINUTE_MS)
      return `1.${minute}.${digest(key, call, minute).toString('base64url')}`
    },
  }
}
