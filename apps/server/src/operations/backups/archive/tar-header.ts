/** The block size of tar. */
export const BLOCK = 512
const NAME = 100
const SIZE = { at: 124, length: 12 }
const SUM = { at: 148, length: 8 }

/** Part names are our own: no parent folder, no absolute path, no shell metacharacters. */
const PART_NAME = /^[a-z]+(\.[0-9]{5,9})?(\/[a-z0-9]+(\.[a-z0-9]+){0,3}){0,2}(\.(json|ndjson))?$/

export function isPartName(name: string): boolean {
  return name.length < NAME && PART_NAME.test(name)
}

function checksumOf(header: Buffer): number {
  let sum = 0
  for (let at = 0; at < BLOCK; at += 1) {
    const isSum = at >= SUM.at && at < SUM.at + SUM.length
    sum += isSum ? 0x20 : (header[at] ?? 0)
  }
  return sum
}

/** The header block of a part (POSIX ustar). */
export function writeHeader({ name, size }: { name: string; size: number }): Buffer {
  if (!isPartName(name)) throw new Error(`archive: invalid part name "${name}"`)
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  // Sizes beyond eleven octal digits are written in base 256, as GNU tar does.
  if (size < 8 ** 11) header.write(`${size.toString(8).padStart(11, '0')}\0`, SIZE.at)
  else {
    header.writeUInt8(0x80, SIZE.at)
    header.writeBigUInt64BE(BigInt(size), SIZE.at + 4)
  }
  header.write('00000000000\0', 136)
  header.write('0', 156)
  header.write('ustar\0', 257)
  header.write('00', 263)
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, SUM.at)
  return header
}

function readText(header: Buffer, { at, length }: { at: number; length: number }): string {
  const text = header.subarray(at, at + length)
  const end = text.indexOf(0)
  return text.subarray(0, end < 0 ? length : end).toString('latin1')
}

function readSize(header: Buffer): number {
  if (header.readUInt8(SIZE.at) === 0x80) return Number(header.readBigUInt64BE(SIZE.at + 4))
  const text = readText(header, SIZE).trim()
  return /^[0-7]{1,11}$/.test(text) ? Number.parseInt(text, 8) : Number.NaN
}

/**
 * Returns undefined for a block we did not write: another type of entry, an unsafe name, a wrong checksum.
 */
export function readHeader(header: Buffer): { name: string; size: number } | undefined {
  const name = readText(header, { at: 0, length: NAME })
  const size = readSize(header)
  const sum = Number.parseInt(readText(header, SUM), 8)
  const isFile = header.readUInt8(156) === 0x30 && header.readUInt8(345) === 0
  if (!isFile || sum !== checksumOf(header) || !isPartName(name)) return undefined
  return Number.isSafeInteger(size) && size >= 0 ? { name, size } : undefined
}
