import type { Row } from '@plinth/contract'

export const PAGE_SIZE = 100

interface KeptRow {
  /** Undefined if its place is unknown. */
  index: number | undefined
  /** Undefined while it is loading. */
  id: string | undefined
}

export interface CachedRows {
  /** The rows by page. */
  readonly pages: Map<number, readonly Row[]>
  get(index: number): Row | undefined
  /** A cached row by its id. */
  find(id: string): Row | undefined
  /** The place of a cached row. */
  indexOf(id: string): number | undefined
  /** Replaces cached rows by id. */
  put(rows: readonly Row[]): void
  /** Keeps the page of this place loaded, and the row itself wherever others move it. */
  keep(kept: KeptRow | undefined): void
  /** Takes the newest version of the row to keep. */
  noteKept(rows: readonly Row[]): void
  isKept(page: number): boolean
  keptPages(): number[]
  /** New rows have other ids once they are stored. */
  rename(stored: readonly { id: string; row: Row }[]): void
  /** The id of a row that had another one before it was stored. */
  nameOf(id: string): string
}

export function pagesOf(from: number, to: number): number[] {
  const first = Math.floor(Math.max(0, from) / PAGE_SIZE)
  const last = Math.floor(Math.max(0, to - 1) / PAGE_SIZE)
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

/** The loaded rows by index and by id, and one row that stays known wherever it is. */
export function createCachedRows(): CachedRows {
  const pages = new Map<number, readonly Row[]>()
  const names = new Map<string, string>()
  let kept: (KeptRow & { row: Row | undefined }) | undefined

  const get = (index: number) => pages.get(Math.floor(index / PAGE_SIZE))?.[index % PAGE_SIZE]
  const indexOf = (id: string) => {
    for (const [page, rows] of pages) {
      const at = rows.findIndex((row) => row.id === id)
      if (at >= 0) return page * PAGE_SIZE + at
    }
    return undefined
  }
  const find = (id: string) => {
    const index = indexOf(id)
    if (index !== undefined) return get(index)
    return kept?.id === id ? kept.row : undefined
  }
  const noteKept = (rows: readonly Row[]) => {
    const row = kept && rows.find(({ id }) => id === kept?.id)
    if (row) kept = { id: row.id, index: kept?.index, row }
  }
  const keptPages = () => (kept?.index === undefined ? [] : pagesOf(kept.index, kept.index + 1))
  return {
    ...{ pages, get, find, indexOf, noteKept, keptPages },
    isKept: (page) => keptPages().includes(page),
    put(rows) {
      const byId = new Map(rows.map((row) => [row.id, row]))
      noteKept(rows)
      for (const [page, old] of pages) {
        if (old.some(({ id }) => byId.has(id))) {
          pages.set(
            page,
            old.map((row) => byId.get(row.id) ?? row),
          )
        }
      }
    },
    keep(next) {
      const row = next?.id === undefined ? undefined : find(next.id)
      kept = next && { ...next, row }
    },
    rename(stored) {
      for (const { id, row } of stored) {
        if (id !== row.id) names.set(id, row.id)
        if (kept?.id === id) kept = { index: kept.index, id: row.id, row }
      }
    },
    nameOf: (id) => names.get(id) ?? id,
  }
}
