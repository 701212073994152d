import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { deriveKeys, type KeyRing } from './key-ring.ts'

const SIGNATURE_BYTES = 16

/** Key objects: from the bytes of a key, each signature takes seven times as long. */
const keysOf = (ring: KeyRing, purpose: string) =>
  deriveKeys(ring, purpose).map((key) => createSecretKey(key))

const digest = (key: KeyObject, content: string): Buffer =>
  createHmac('sha256', key).update(content).digest().subarray(0, SIGNATURE_BYTES)

/** Signs texts for one purpose: the first key of the ring signs, and every one verifies. */
export class Signer {
  readonly #ring: KeyRing
  readonly #purpose: string
  #keys: readonly KeyObject[]

  /** The ring is not shared with other readers: it reports each change once. */
  constructor(ring: KeyRing, purpose: string) {
    this.#ring = ring
    this.#purpose = purpose
    this.#keys = keysOf(ring, purpose)
  }

  /** 22 characters of base64url. */
  sign(content: string): string {
    const [key] = this.#keys
    if (!key) throw new Error(`${this.#purpose}: the key ring is empty`)
    return digest(key, content).toString('base64url')
  }

  isSigned(content: string, signature: string): boolean {
    const given = Buffer.from(signature, 'base64url')
    if (given.length !== SIGNATURE_BYTES) return false
    const isOurs = () => this.#keys.some((key) => timingSafeEqual(digest(key, content), given))
    return isOurs() || (this.refresh() && isOurs())
  }

  /** Reloads the keys; true if they have changed. */
  refresh(): boolean {
    if (!this.#ring.refresh()) return false
    this.#keys = keysOf(this.#ring, this.#purpose)
    return true
  }
}
