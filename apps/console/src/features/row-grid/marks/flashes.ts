/** How long a changed cell is marked; a new row may take a moment to load. */
const CHANGED_MS = 1_500
const CREATED_MS = 4_000
/** Cells out of view are not drawn, so more marks would not be seen. */
const MAX_FLASHES = 500

/** The marked cells of a row. */
export interface Flash {
  /** All columns of a new row if undefined. */
  readonly columns: ReadonlySet<string> | undefined
  /** Differs from the last mark of the row, so that its animation starts again. */
  readonly turn: 'a' | 'b'
}

export interface Flashes {
  get(): ReadonlyMap<string, Flash>
  subscribe(listener: () => void): () => void
  mark(id: string, columns?: ReadonlySet<string>): void
  stop(): void
}

/** The cells that were changed by others a moment ago. */
export function createFlashes(): Flashes {
  let marked: ReadonlyMap<string, Flash> = new Map()
  const listeners = new Set<() => void>()
  const timers = new Set<ReturnType<typeof setTimeout>>()
  const set = (next: ReadonlyMap<string, Flash>) => {
    marked = next
    for (const listener of listeners) listener()
  }
  return {
    get: () => marked,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    mark(id, columns) {
      const before = marked.get(id)
      if (!before && marked.size >= MAX_FLASHES) return
      const flash: Flash = { columns, turn: before?.turn === 'a' ? 'b' : 'a' }
      set(new Map(marked).set(id, flash))
      const timer = setTimeout(
        () => {
          timers.delete(timer)
          if (marked.get(id) !== flash) return
          const left = new Map(marked)
          left.delete(id)
          set(left)
        },
        columns ? CHANGED_MS : CREATED_MS,
      )
      timers.add(timer)
    },
    stop() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}

/** The mark of a cell, as its attribute. */
export function flashOf(flash: Flash | undefined, column: string | undefined) {
  if (!flash || column === undefined) return undefined
  return flash.columns === undefined || flash.columns.has(column) ? flash.turn : undefined
}
