import { createHash, randomFillSync } from 'node:crypto'

const POOL = Buffer.alloc(4096)
let used = POOL.length
/** Positions per import that an id can encode: 12 bits before the variant, 14 after it. */
const PLACES = 2 ** 26

/** The id that a row with this seed always gets, at the same time. */
export function fixedRowId(now: number, seed: string): string {
  const time = now.toString(16).padStart(12, '0')
  const hex = createHash('sha256').update(seed).digest('hex')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`
}

function randomHex(): string {
  if (used + 10 > POOL.length) {
    randomFillSync(POOL)
    used = 0
  }
  used += 10
  return POOL.toString('hex', used - 10, used)
}

/**
 * A UUIDv7: it begins with the time, so that new rows are adjacent in an index. Rows of one import share their time;
 * lists show the newest first, so an earlier `index` in the file sorts as newer.
 */
export function newRowId(now: number, index?: number): string {
  const hex = randomHex()
  const time = now.toString(16).padStart(12, '0')
  const high =
    index === undefined ? Number.parseInt(hex.slice(0, 7), 16) % PLACES : PLACES - 1 - index
  const before = (high >>> 14).toString(16).padStart(3, '0')
  const after = ((high & 0x3fff) | 0x8000).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${before}-${after}-${hex.slice(7, 19)}`
}
