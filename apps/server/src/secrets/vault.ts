import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Keeps secrets encrypted. Each has a key of its own, wrapped by the installation's key; `binding`
 * names what the secret belongs to, so that a ciphertext moved elsewhere does not open.
 */
export interface Vault {
  seal(secret: string, binding: readonly string[]): Buffer
  open(sealed: Buffer, binding: readonly string[]): string
}

const VERSION = 1
const NONCE = 12
const TAG = 16
const KEY = 32

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

/** Opens the vault with the installation's secret. */
export function openVault(secretKey: string): Vault {
  const master = Buffer.from(hkdfSync('sha256', secretKey, 'plinth', 'vault', KEY))
  const wrappedLength = NONCE + TAG + KEY
  return {
    seal(secret, binding) {
      const bound = Buffer.from(JSON.stringify([VERSION, ...binding]))
      const key = randomBytes(KEY)
      return Buffer.concat([
        Buffer.from([VERSION]),
        encrypt(master, key, bound),
        encrypt(key, Buffer.from(secret, 'utf8'), bound),
      ])
    },
    open(sealed, binding) {
      const bound = Buffer.from(JSON.stringify([sealed[0], ...binding]))
      const key = decrypt(master, sealed.subarray(1, 1 + wrappedLength), bound)
      return decrypt(key, sealed.subarray(1 + wrappedLength), bound).toString('utf8')
    },
  }
}
