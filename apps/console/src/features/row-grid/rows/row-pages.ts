import type { Row } from '@plinth/contract'
import { type CachedRows, createCachedRows, pagesOf } from './cached-rows.ts'

/** The size of the page cache; the oldest pages out of view are evicted first. */
const MAX_PAGES = 120

interface PageAnswer {
  rows: readonly Row[]
  total?: number | undefined
}

export interface RowPages
  extends Pick<CachedRows, 'get' | 'find' | 'indexOf' | 'put' | 'keep' | 'rename' | 'nameOf'> {
  /** Sets the rows in view: loads missing pages, aborts requests for pages out of view. */
  want(from: number, to: number): void
  /** Loads rows and resolves when they are cached, even if they are out of view. */
  load(from: number, to: number): Promise<void>
  /** Whether every cached page is up to date; until then a row may be on two pages or on none. */
  isSettled(): boolean
  /** Reloads the pages in view and evicts the rest; old rows stay visible until then. */
  refresh(): void
  stop(): void
}

interface Pages {
  load: (page: number, signal: AbortSignal) => Promise<PageAnswer>
  onRows: (answer: PageAnswer) => void
  onError: (error: unknown) => void
}

/** A paged cache of the rows of a table, by index. */
export function createRowPages({ load, onRows, onError }: Pages): RowPages {
  const cached = createCachedRows()
  const { pages, get, find, indexOf, put, keep, rename, nameOf } = cached
  const loading = new Map<number, AbortController>()
  const stale = new Set<number>()
  const pinned = new Map<number, number>()
  let wanted: readonly number[] = []
  const isWanted = (page: number) =>
    wanted.includes(page) || pinned.has(page) || cached.isKept(page)

  const cachePage = (page: number, rows: readonly Row[]) => {
    pages.delete(page)
    pages.set(page, rows)
    stale.delete(page)
    cached.noteKept(rows)
    for (const oldest of pages.keys()) {
      if (pages.size <= MAX_PAGES) break
      if (!isWanted(oldest)) pages.delete(oldest)
    }
  }
  /** Whether the load was ended before its answer. */
  const start = async (page: number): Promise<boolean> => {
    const controller = new AbortController()
    loading.set(page, controller)
    try {
      const answer = await load(page, controller.signal)
      if (controller.signal.aborted) return true
      cachePage(page, answer.rows)
      loading.delete(page)
      onRows(answer)
    } catch (error) {
      if (!controller.signal.aborted) onError(error)
    } finally {
      if (loading.get(page) === controller) loading.delete(page)
    }
    return controller.signal.aborted
  }
  const fill = () => {
    for (const [page, controller] of loading) {
      if (isWanted(page)) continue
      controller.abort()
      loading.delete(page)
    }
    for (const page of stale) {
      if (isWanted(page)) continue
      pages.delete(page)
      stale.delete(page)
    }
    for (const page of new Set([...wanted, ...cached.keptPages()])) {
      if (!loading.has(page) && (!pages.has(page) || stale.has(page))) void start(page)
    }
  }
  return {
    ...{ get, find, indexOf, put, keep, rename, nameOf },
    isSettled: () => loading.size === 0 && stale.size === 0,
    want(from, to) {
      wanted = pagesOf(from, to)
      fill()
    },
    async load(from, to) {
      const needed = pagesOf(from, to)
      for (const page of needed) pinned.set(page, (pinned.get(page) ?? 0) + 1)
      try {
        for (const page of needed) {
          // A refresh ends the load of old rows.
          let isEnded = !pages.has(page)
          while (isEnded) isEnded = (await start(page)) && !pages.has(page)
        }
      } finally {
        for (const page of needed) {
          const count = (pinned.get(page) ?? 1) - 1
          if (count === 0) pinned.delete(page)
          else pinned.set(page, count)
        }
      }
    },
    refresh() {
      for (const [page, controller] of loading) {
        controller.abort()
        loading.delete(page)
      }
      for (const page of [...pages.keys()]) {
        if (wanted.includes(page) || cached.isKept(page)) stale.add(page)
        else pages.delete(page)
      }
      fill()
    },
    stop() {
      wanted = []
      keep(undefined)
      fill()
    },
  }
}
