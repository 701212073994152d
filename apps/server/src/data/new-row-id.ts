import { randomFillSync } from 'node:crypto'

const POOL = Buffer.alloc(4096)
let used = POOL.length

/** A new row's id: a UUIDv7, which begins with the time, so that new rows lie together in an index. */
export function newRowId(now: number): string {
  if (used + 10 > POOL.length) {
    randomFillSync(POOL)
    used = 0
  }
  const hex = POOL.toString('hex', used, used + 10)
  used += 10
  const time = now.toString(16).padStart(12, '0')
  const variant = ((Number.parseInt(hex.slice(3, 4), 16) & 3) | 8).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-${variant}${hex.slice(4, 7)}-${hex.slice(7, 19)}`
}
