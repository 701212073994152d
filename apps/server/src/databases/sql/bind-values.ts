const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
export const EARLIEST = Date.UTC(100, 0, 1)
export const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** A row id as stored; null for any other value. */
export function asId(value: unknown): string | null {
  return typeof value === 'string' && UUID.test(value) ? value : null
}

/** A text that a database can store; null if it contains NUL or a lone surrogate. */
export function asText(value: unknown): string | null {
  return typeof value === 'string' && !value.includes('\0') && value.isWellFormed() ? value : null
}

export function asNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** Milliseconds as fixed-width ISO text; a time past the latest stored date becomes `after`. */
export function asTimestamp(value: unknown, after: string): string | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return null
  return value > LATEST ? after : isoOf(Math.max(value, EARLIEST - 1))
}

let moment = 0
let written = new Date(moment).toISOString()

/** Caches the last value: most timestamps in a write are the same. */
function isoOf(value: number): string {
  if (value !== moment) {
    written = new Date(value).toISOString()
    moment = value
  }
  return written
}
