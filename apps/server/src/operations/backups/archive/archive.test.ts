import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createZstdCompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { ArchiveError } from './archive-error.ts'
import { type About, FORMAT, FORMAT_VERSION } from './archive-format.ts'
import { openUnder, sealUnder } from './passphrase-box.ts'
import { EnvironmentPart } from './project-parts.ts'
import { openArchive } from './read-archive.ts'
import { BLOCK, isPartName, writeHeader } from './tar-header.ts'
import { openArchiveWriter } from './write-archive.ts'

const about = (more: object = {}): About => ({
  format: FORMAT,
  version: FORMAT_VERSION,
  id: 'bkp_1',
  createdOn: '2026-01-01T00:00:00.000Z',
  project: { id: 'prj_1', name: 'Shop', region: 'eu' },
  hasSecrets: false,
  fileBases: [],
  ...more,
})

const parts = new Map([
  ['project.json', Buffer.from('{"members":[]}')],
  ['dev/rows/t0.000001', randomBytes(10_000)],
  ['dev/files/f1', randomBytes(BLOCK)],
  ['dev/files/f2', Buffer.alloc(0)],
])

async function makeArchive(options: { about?: About } = {}): Promise<Buffer> {
  const out = createZstdCompress()
  const whole = buffer(out)
  const writer = openArchiveWriter(out)
  await writer.writePart('about.json', JSON.stringify(options.about ?? about()))
  for (const [name, content] of parts) await writer.writePart(name, content)
  await writer.finish({ contents: [], missingFiles: 0 })
  return whole
}

async function readAll(archive: Buffer, limits?: { bytes: number; parts: number }) {
  const opened = await openArchive(Readable.from([archive]), limits)
  const read = new Map<string, Buffer>()
  for await (const part of opened.parts) read.set(part.name, await part.read())
  return { read, about: opened.about, end: opened.end() }
}

test('reads what was written', async () => {
  const { read, end } = await readAll(await makeArchive())
  expect(read).toEqual(parts)
  expect(end.parts).toBe(parts.size + 1)
})

test('verifies the checksums of unread parts', async () => {
  const opened = await openArchive(Readable.from([await makeArchive()]))
  const names: string[] = []
  for await (const { name } of opened.parts) names.push(name)
  expect(names).toEqual([...parts.keys()])
})

test.each([
  ['no list', undefined, true],
  ['an exact origin', ['https://app.example.com:8443'], true],
  ['a wildcard', ['https://*.app.example.com'], true],
  ['the origin of sandboxed pages', ['null'], false],
  ['every origin', ['*'], false],
  ['a path', ['https://app.example.com/path'], false],
  ['more than 50', Array.from({ length: 51 }, (_, at) => `https://${at}.example.com`), false],
])('checks allowed origins as a save does: %s', (_name, origins, isValid) => {
  const archived = origins && { origins, allowsLocal: false }
  expect(EnvironmentPart.shape.allowedOrigins.safeParse(archived).success).toBe(isValid)
})

/** The archive with its uncompressed content changed. */
async function changed(change: (tar: Buffer) => Buffer): Promise<Buffer> {
  return zstdCompressSync(change(zstdDecompressSync(await makeArchive())))
}

const flip = (tar: Buffer, at: number) => {
  tar[at] = (tar[at] ?? 0) ^ 1
  return tar
}

function renamed(tar: Buffer, name: string): Buffer {
  const at = tar.indexOf('dev/files/f1')
  const header = Buffer.from(tar.subarray(at, at + BLOCK))
  header.fill(0, 0, 100)
  header.write(name, 0)
  let sum = 8 * 0x20
  header.forEach((byte, index) => {
    if (index < 148 || index >= 156) sum += byte
  })
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  header.copy(tar, at)
  return tar
}

describe('refused', () => {
  test.each([
    ['a flipped byte in a part', (tar: Buffer) => flip(tar, tar.indexOf('dev/rows') + BLOCK + 7)],
    ['a flipped byte in a header', (tar: Buffer) => flip(tar, tar.indexOf('dev/rows') + 130)],
    ['a flipped byte in the manifest', (tar: Buffer) => flip(tar, tar.indexOf('["dev/rows') + 30)],
    ['two swapped parts', (tar: Buffer) => renamed(tar, 'dev/files/f3')],
    ['a path outside its folder', (tar: Buffer) => renamed(tar, '../../etc/passwd')],
    ['an absolute path', (tar: Buffer) => renamed(tar, '/etc/passwd')],
    ['a path with a parent folder in its middle', (tar: Buffer) => renamed(tar, 'dev/../x')],
    [
      'a link',
      (tar: Buffer) => {
        tar.write('2', tar.indexOf('dev/files/f1') + 156)
        return tar
      },
    ],
    ['a missing end', (tar: Buffer) => tar.subarray(0, tar.indexOf('end.json'))],
    [
      'an end in the middle of a part',
      (tar: Buffer) => tar.subarray(0, tar.indexOf('dev/rows') + 3000),
    ],
    ['data that is not a tar file', () => randomBytes(4096)],
    ['an empty file', () => Buffer.alloc(0)],
  ])('%s', async (_, change) => {
    await expect(changed(change).then((archive) => readAll(archive))).rejects.toThrow(ArchiveError)
  })

  test.each([1, 40, 2000, 9000])('rejects an archive truncated after %i bytes', async (bytes) => {
    const archive = (await makeArchive()).subarray(0, bytes)
    await expect(readAll(archive)).rejects.toThrow(ArchiveError)
  })

  test('rejects other files', async () => {
    await expect(readAll(Buffer.from('hello'))).rejects.toThrow(/no backup of Plinth/)
  })

  test('rejects a newer format before reading the rest', async () => {
    const newer = { ...about(), version: 2, unknown: true } as About
    await expect(makeArchive({ about: newer }).then((one) => readAll(one))).rejects.toThrow(
      /newer Plinth/,
    )
  })

  test('rejects an archive that unpacks beyond the limit', async () => {
    const bomb = Buffer.concat([
      writeHeader({ name: 'about.json', size: 2 ** 40 }),
      Buffer.alloc(2 ** 24),
    ])
    const limits = { bytes: 2 ** 20, parts: 100 }
    await expect(readAll(zstdCompressSync(bomb), limits)).rejects.toThrow(ArchiveError)
    const many = await makeArchive()
    await expect(readAll(many, { bytes: 5_000, parts: 100 })).rejects.toThrow(/unpacks to more/)
    await expect(readAll(many, { bytes: 2 ** 30, parts: 2 })).rejects.toThrow(/too many parts/)
  })
})

test.each(['a.json', 'dev/rows/t0.000001', 'dev/files/f12', 'manifest.00001.ndjson'])(
  'accepts %s as a part name',
  (name) => expect(isPartName(name)).toBe(true),
)
test.each([
  '',
  '..',
  'dev/..',
  'dev//x',
  '/x',
  'dev/x\0',
  'C:\\x',
  'dev/x/y/z',
  'Dev/x',
  'a'.repeat(200),
])('rejects %j as a part name', (name) => expect(isPartName(name)).toBe(false))

describe('a passphrase', () => {
  test('decrypts what it encrypted, for this archive only', async () => {
    const sealed = await sealUnder('correct horse battery', { text: 'secret', bound: 'bkp_1' })
    expect(sealed).not.toContain('secret')
    expect(await openUnder('correct horse battery', { sealed, bound: 'bkp_1' })).toBe('secret')
    for (const [word, bound] of [
      ['correct horse batterY', 'bkp_1'],
      ['correct horse battery', 'bkp_2'],
    ] as const) {
      await expect(openUnder(word, { sealed, bound })).rejects.toThrow(/passphrase is not the one/)
    }
  })

  test('is not tried with excessive costs set by an archive', async () => {
    const sealed = await sealUnder('correct horse battery', { text: 'secret', bound: 'b' })
    const costly = JSON.stringify({ ...JSON.parse(sealed), N: 2 ** 30 })
    await expect(
      openUnder('correct horse battery', { sealed: costly, bound: 'b' }),
    ).rejects.toThrow(ArchiveError)
  })
})
