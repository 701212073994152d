import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import * as z from 'zod'
import { readJson } from '../../../foundation/platform/stored-json.ts'
import { ArchiveError } from './archive-error.ts'
import { deriveArchiveKey, MAX_SCRYPT_N, SCRYPT_COST } from './passphrase-box.ts'
import { type BlockReader, openBlockReader } from './read-blocks.ts'

const FORMAT = 'plinth-installation'
/** Increase when older builds cannot read what this one writes. */
const VERSION = 1
const CHUNK = 64 * 1024
const TAG = 16
/** The header is padded to this many bytes, so that it is read at once. */
const HEADER = 512

const Header = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  kdf: z.literal('scrypt'),
  N: z.number().int().min(2).max(MAX_SCRYPT_N),
  r: z.literal(SCRYPT_COST.r),
  p: z.literal(SCRYPT_COST.p),
  cipher: z.literal('aes-256-gcm'),
  salt: z.base64(),
})

const notOurs = () =>
  new ArchiveError('This is no backup of an installation, or its beginning was altered.')
const cutOff = () => new ArchiveError('The archive was cut off: it has no end. Use another copy.')

/** Each archive has its own key, so a counter never repeats a nonce; the last byte marks the last chunk. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(number))
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

interface Chunk {
  key: Buffer
  header: Buffer
  number: number
  isLast: boolean
}

function seal(plain: Buffer, { key, header, number, isLast }: Chunk): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast)).setAAD(header)
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function open(sealed: Buffer, { key, header, number, isLast }: Chunk): Buffer | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast), {
    authTagLength: TAG,
  })
    .setAAD(header)
    .setAuthTag(sealed.subarray(sealed.length - TAG))
  try {
    return Buffer.concat([
      decipher.update(sealed.subarray(0, sealed.length - TAG)),
      decipher.final(),
    ])
  } catch {
    return undefined
  }
}

/**
 * Encrypts a stream with a passphrase, in chunks that are authenticated one by one. None can be changed, moved or left
 * out without a failure to decrypt.
 */
export async function* sealStream(
  plain: AsyncIterable<Buffer>,
  passphrase: string,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(16)
  const facts: z.infer<typeof Header> = {
    ...{ format: FORMAT, version: VERSION, kdf: 'scrypt' },
    ...SCRYPT_COST,
    ...{ cipher: 'aes-256-gcm', salt: salt.toString('base64') },
  }
  const header = Buffer.from(`${JSON.stringify(facts).padEnd(HEADER - 1)}\n`)
  const key = await deriveArchiveKey(passphrase, { salt, N: SCRYPT_COST.N })
  yield header
  const blocks = openBlockReader(plain)
  let next = await takeUpTo(blocks, CHUNK)
  for (let number = 0; ; number += 1) {
    const following = next.length < CHUNK ? Buffer.alloc(0) : await takeUpTo(blocks, CHUNK)
    const isLast = following.length === 0
    yield seal(next, { key, header, number, isLast })
    if (isLast) return
    next = following
  }
}

/** Fewer bytes only at the end of the stream. */
async function takeUpTo(blocks: BlockReader, size: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let left = size
  while (left > 0) {
    const piece = await blocks.some(left)
    if (!piece) break
    pieces.push(piece)
    left -= piece.length
  }
  return Buffer.concat(pieces)
}

function readHeader(header: Buffer): z.infer<typeof Header> {
  let value: unknown
  try {
    value = readJson(header.toString('utf8'))
  } catch {
    throw notOurs()
  }
  const about = z.object({ format: z.literal(FORMAT), version: z.number() }).safeParse(value)
  if (about.success && about.data.version > VERSION) {
    throw new ArchiveError(
      `The archive was made by a newer Plinth (format ${about.data.version}; this one reads ${VERSION}). Update first.`,
    )
  }
  const read = Header.safeParse(value)
  if (!read.success) throw notOurs()
  return read.data
}

/** Decrypts the output of {@link sealStream}; throws an ArchiveError at the first chunk that is not as written. */
export async function* openSealedStream(
  source: AsyncIterable<Buffer>,
  passphrase: string,
): AsyncGenerator<Buffer> {
  const blocks = openBlockReader(source)
  const header = await takeUpTo(blocks, HEADER)
  if (header.length < HEADER) throw notOurs()
  const { salt, N } = readHeader(header)
  const key = await deriveArchiveKey(passphrase, { salt: Buffer.from(salt, 'base64'), N })
  let next = await takeUpTo(blocks, CHUNK + TAG)
  for (let number = 0; ; number += 1) {
    if (next.length < TAG) throw cutOff()
    const following = await takeUpTo(blocks, CHUNK + TAG)
    const isEnd = following.length === 0
    const plain = open(next, { key, header, number, isLast: isEnd })
    if (!plain) throw failure({ number, isEnd })
    yield plain
    if (isEnd) return
    next = following
  }
}

function failure({ number, isEnd }: { number: number; isEnd: boolean }): ArchiveError {
  if (number === 0) {
    return new ArchiveError(
      'The passphrase is not the one that this backup was made with, or the beginning of the archive was altered.',
    )
  }
  return isEnd ? cutOff() : new ArchiveError('The archive was altered. Use another copy.')
}
