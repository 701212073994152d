import type { Row } from '@plinth/contract'

export const PAGE_SIZE = 100
/** The size of the page cache; the oldest pages out of view are evicted first. */
const MAX_PAGES = 120

interface PageAnswer {
  rows: readonly Row[]
  total?: number | undefined
}

export interface RowPages {
  get(index: number): Row | undefined
  /** Sets the rows in view: loads missing pages, aborts requests for pages out of view. */
  want(from: number, to: number): void
  /** Loads rows and resolves when they are cached, even if they are out of view. */
  load(from: number, to: number): Promise<void>
  /** A cached row by its id. */
  find(id: string): Row | undefined
  /** Replaces cached rows by id. */
  put(rows: readonly Row[]): void
  /** Reloads the pages in view and evicts the rest; old rows stay visible until then. */
  refresh(): void
  stop(): void
}

interface Pages {
  load: (page: number, signal: AbortSignal) => Promise<PageAnswer>
  onRows: (answer: PageAnswer) => void
  onError: (error: unknown) => void
}

function pagesOf(from: number, to: number): number[] {
  const first = Math.floor(Math.max(0, from) / PAGE_SIZE)
  const last = Math.floor(Math.max(0, to - 1) / PAGE_SIZE)
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

/** A paged cache of the rows of a table, by index. */
export function createRowPages({ load, onRows, onError }: Pages): RowPages {
  const pages = new Map<number, readonly Row[]>()
  const loading = new Map<number, AbortController>()
  const stale = new Set<number>()
  const pinned = new Map<number, number>()
  let wanted: readonly number[] = []
  const isWanted = (page: number) => wanted.includes(page) || pinned.has(page)

  const cachePage = (page: number, rows: readonly Row[]) => {
    pages.delete(page)
    pages.set(page, rows)
    stale.delete(page)
    for (const oldest of pages.keys()) {
      if (pages.size <= MAX_PAGES) break
      if (!isWanted(oldest)) pages.delete(oldest)
    }
  }
  const start = async (page: number) => {
    const controller = new AbortController()
    loading.set(page, controller)
    try {
      const answer = await load(page, controller.signal)
      if (controller.signal.aborted) return
      cachePage(page, answer.rows)
      onRows(answer)
    } catch (error) {
      if (!controller.signal.aborted) onError(error)
    } finally {
      if (loading.get(page) === controller) loading.delete(page)
    }
  }
  const fill = () => {
    for (const [page, controller] of loading) {
      if (isWanted(page)) continue
      controller.abort()
      loading.delete(page)
    }
    for (const page of wanted) {
      if (!loading.has(page) && (!pages.has(page) || stale.has(page))) void start(page)
    }
  }
  return {
    get: (index) => pages.get(Math.floor(index / PAGE_SIZE))?.[index % PAGE_SIZE],
    want(from, to) {
      wanted = pagesOf(from, to)
      fill()
    },
    async load(from, to) {
      const needed = pagesOf(from, to)
      for (const page of needed) pinned.set(page, (pinned.get(page) ?? 0) + 1)
      try {
        for (const page of needed) if (!pages.has(page)) await start(page)
      } finally {
        for (const page of needed) {
          const count = (pinned.get(page) ?? 1) - 1
          if (count === 0) pinned.delete(page)
          else pinned.set(page, count)
        }
      }
    },
    find(id) {
      for (const rows of pages.values()) {
        const found = rows.find((row) => row.id === id)
        if (found) return found
      }
      return undefined
    },
    put(rows) {
      const byId = new Map(rows.map((row) => [row.id, row]))
      for (const [page, old] of pages) {
        if (old.some(({ id }) => byId.has(id))) {
          pages.set(
            page,
            old.map((row) => byId.get(row.id) ?? row),
          )
        }
      }
    },
    refresh() {
      for (const [page, controller] of loading) {
        controller.abort()
        loading.delete(page)
      }
      for (const page of [...pages.keys()]) {
        if (wanted.includes(page)) stale.add(page)
        else pages.delete(page)
      }
      fill()
    },
    stop() {
      wanted = []
      fill()
    },
  }
}
