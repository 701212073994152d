import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import * as z from 'zod'
import { readJson } from '../../../foundation/platform/stored-json.ts'
import { ArchiveError } from './archive-error.ts'

/** 128 MB and a good part of a second for every guess. */
export const SCRYPT_COST = { N: 2 ** 17, r: 8, p: 1 }
/** Bounds the work that an archive can demand. */
export const MAX_SCRYPT_N = 2 ** 18
const KEY_BYTES = 32

/** Secrets encrypted with a passphrase, as stored in an archive. */
const Box = z.object({
  kdf: z.literal('scrypt'),
  N: z.number().int().min(2).max(MAX_SCRYPT_N),
  r: z.literal(SCRYPT_COST.r),
  p: z.literal(SCRYPT_COST.p),
  cipher: z.literal('aes-256-gcm'),
  salt: z.base64(),
  nonce: z.base64(),
  tag: z.base64(),
  data: z.base64(),
})

/** Derives the key of an archive from its passphrase. */
export function deriveArchiveKey(
  passphrase: string,
  { salt, N }: { salt: Buffer; N: number },
): Promise<Buffer> {
  const options = { ...SCRYPT_COST, N, maxmem: 256 * N * SCRYPT_COST.r }
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

/** Encrypts a text with a passphrase; `bound` identifies the archive it belongs to. */
export async function sealUnder(
  passphrase: string,
  { text, bound }: { text: string; bound: string },
): Promise<string> {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)]
  const key = await deriveArchiveKey(passphrase, { salt, N: SCRYPT_COST.N })
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(bound))
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const base64 = (bytes: Buffer) => bytes.toString('base64')
  return JSON.stringify({
    kdf: 'scrypt',
    ...SCRYPT_COST,
    cipher: 'aes-256-gcm',
    salt: base64(salt),
    nonce: base64(nonce),
    tag: base64(cipher.getAuthTag()),
    data: base64(data),
  } satisfies z.infer<typeof Box>)
}

/** Decrypts the output of {@link sealUnder}; fails for any other passphrase or archive. */
export async function openUnder(
  passphrase: string,
  { sealed, bound }: { sealed: string; bound: string },
): Promise<string> {
  const read = Box.safeParse(readJson(sealed))
  if (!read.success) throw new ArchiveError('The secrets in this archive cannot be read.')
  const bytes = (text: string) => Buffer.from(text, 'base64')
  const key = await deriveArchiveKey(passphrase, { salt: bytes(read.data.salt), N: read.data.N })
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes(read.data.nonce), {
      authTagLength: 16,
    })
      .setAAD(Buffer.from(bound))
      .setAuthTag(bytes(read.data.tag))
    return Buffer.concat([decipher.update(bytes(read.data.data)), decipher.final()]).toString(
      'utf8',
    )
  } catch {
    throw new ArchiveError('The passphrase is not the one that this backup was made with.')
  }
}
