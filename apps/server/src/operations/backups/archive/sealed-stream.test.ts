import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { openSealedStream, sealStream } from './sealed-stream.ts'

const PASSPHRASE = 'a passphrase of a test'
const HEADER = 512
const CHUNK = 64 * 1024 + 16

async function* inPieces(whole: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size)
}

async function collect(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of source) pieces.push(piece)
  return Buffer.concat(pieces)
}

const seal = (plain: Buffer) => collect(sealStream(inPieces(plain, 10_007), PASSPHRASE))
const open = (sealed: Buffer, passphrase = PASSPHRASE) =>
  collect(openSealedStream(inPieces(sealed, 7_001), passphrase))

test.each([0, 65_536, 300_000])('reads back %i bytes', async (size) => {
  const plain = randomBytes(size)
  const sealed = await seal(plain)
  expect(sealed.includes(plain.subarray(0, 32)) && size > 32).toBe(false)
  expect((await open(sealed)).equals(plain)).toBe(true)
})

test('no two archives of the same bytes are alike', async () => {
  const plain = Buffer.from('the same')
  expect((await seal(plain)).equals(await seal(plain))).toBe(false)
})

/** Deriving a key takes a good part of a second, so the rejected archives are copies of one. */
let whole: Buffer
beforeAll(async () => {
  whole = await seal(randomBytes(4 * 65_536 + 99))
})

const swap = (sealed: Buffer) => {
  const [first, second] = [HEADER + CHUNK, HEADER + 2 * CHUNK]
  return Buffer.concat([
    sealed.subarray(0, first),
    sealed.subarray(second, second + CHUNK),
    sealed.subarray(first, second),
    sealed.subarray(second + CHUNK),
  ])
}
const flip = (at: number) => (sealed: Buffer) => {
  const changed = Buffer.from(sealed)
  changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
  return changed
}
const edit = (from: string, to: string) => (sealed: Buffer) => {
  const header = sealed.subarray(0, HEADER).toString().replace(from, to)
  return Buffer.concat([Buffer.from(header), sealed.subarray(HEADER)])
}

test.each<[string, (sealed: Buffer) => Buffer, RegExp]>([
  ['a changed byte in the first chunk', flip(HEADER + 9), /passphrase .* altered/],
  ['a changed byte in a later chunk', flip(HEADER + CHUNK + 9), /was altered/],
  ['a changed salt', edit('"salt":"', '"salt":"AAAA'), /passphrase .* altered/],
  ['chunks in another order', swap, /was altered/],
  ['an archive without its last chunk', (s) => s.subarray(0, HEADER + 4 * CHUNK), /cut off/],
  ['an archive without its last bytes', (s) => s.subarray(0, s.length - 40), /cut off/],
  ['an archive that ends after its header', (s) => s.subarray(0, HEADER), /cut off/],
  ['an archive with more at its end', (s) => Buffer.concat([s, randomBytes(90_000)]), /altered/],
  ['another file', () => randomBytes(90_000), /no backup of an installation/],
  ['a short file', () => Buffer.from('{}'), /no backup of an installation/],
  ['a newer format', edit('"version":1', '"version":2'), /newer Plinth \(format 2; .* reads 1\)/],
  ['an expensive passphrase', edit('131072', '9999999'), /no backup of an installation/],
])('rejects %s', async (_name, change, message) => {
  await expect(open(change(whole))).rejects.toThrow(message)
})

test('rejects another passphrase before it returns a byte', async () => {
  await expect(
    openSealedStream(inPieces(whole, 7_001), 'another passphrase').next(),
  ).rejects.toThrow(/The passphrase is not the one/)
})
