import { EXPORT_SECONDS, EXPORTED_BYTES } from '@plinth/contract'

/** What an export left out, and why. */
interface LeftOut {
  readonly what: string
  readonly reason: string
}

/** Counts what one export writes. */
export interface ExportBudget {
  readonly leftOut: LeftOut[]
  /** Whether so many bytes more may be written. */
  take(bytes: number): boolean
}

export function openExportBudget(now: () => number = Date.now): ExportBudget {
  const end = now() + EXPORT_SECONDS * 1000
  let left: number = EXPORTED_BYTES
  return {
    leftOut: [],
    take(bytes) {
      if (bytes > left || now() > end) return false
      left -= bytes
      return true
    },
  }
}
