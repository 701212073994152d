import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKeys, fixedKeys, type KeyRing } from './key-ring.ts'

/**
 * Encrypts secrets. Each has its own key, wrapped by the installation's key; `binding` names the owner of the secret, so
 * that a ciphertext copied to another row cannot be decrypted.
 */
export interface Vault {
  seal(secret: string, binding: readonly string[]): Buffer
  open(sealed: Buffer, binding: readonly string[]): string
  /** Whether the current key opens this value. */
  isCurrent(sealed: Buffer, binding: readonly string[]): boolean
}

const VERSION = 1
const NONCE = 12
const TAG = 16
const KEY = 32
const WRAPPED = NONCE + TAG + KEY

function encrypt(key: Buffer, plain: Buffer, bound: Buffer): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bound)
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

function decrypt(key: Buffer, sealed: Buffer, bound: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE))
    .setAAD(bound)
    .setAuthTag(sealed.subarray(NONCE, NONCE + TAG))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()])
}

function openWith(master: Buffer, sealed: Buffer, binding: readonly string[]): string {
  const bound = Buffer.from(JSON.stringify([sealed[0], ...binding]))
  const key = decrypt(master, sealed.subarray(1, 1 + WRAPPED), bound)
  return decrypt(key, sealed.subarray(1 + WRAPPED), bound).toString('utf8')
}

const mastersOf = (ring: KeyRing): Buffer[] => deriveKeys(ring, 'vault')

/** Opens the vault with the installation's secret, or with a key ring that has older keys too. */
export function openVault(given: string | KeyRing): Vault {
  const ring = typeof given === 'string' ? fixedKeys([given]) : given
  let masters = mastersOf(ring)

  /** Reloads the keys after a rotation; false if they have not changed. */
  function refresh(): boolean {
    if (!ring.refresh()) return false
    masters = mastersOf(ring)
    return true
  }

  function open(sealed: Buffer, binding: readonly string[]): string {
    let failure: unknown
    for (const master of masters) {
      try {
        return openWith(master, sealed, binding)
      } catch (error) {
        failure ??= error
      }
    }
    if (refresh()) return open(sealed, binding)
    throw failure ?? new Error('vault: the key ring is empty')
  }

  return {
    open,
    seal(secret, binding) {
      refresh()
      const [master] = masters
      if (!master) throw new Error('vault: the key ring is empty')
      const bound = Buffer.from(JSON.stringify([VERSION, ...binding]))
      const key = randomBytes(KEY)
      return Buffer.concat([
        Buffer.from([VERSION]),
        encrypt(master, key, bound),
        encrypt(key, Buffer.from(secret, 'utf8'), bound),
      ])
    },
    isCurrent(sealed, binding) {
      const [master] = masters
      try {
        return master !== undefined && openWith(master, sealed, binding) !== undefined
      } catch {
        return false
      }
    },
  }
}
