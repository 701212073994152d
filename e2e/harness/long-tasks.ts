type Watched = typeof globalThis & { longTasks?: number[] }

/** Runs in the page: notes every task that keeps the page from answering for over 50 ms. */
export function watchLongTasks() {
  const noted: number[] = []
  ;(globalThis as Watched).longTasks = noted
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) noted.push(duration)
  }).observe({ type: 'longtask' })
}

/** Runs in the page: hands out what was noted and begins anew. */
export function readLongTasks(): number[] {
  return (globalThis as Watched).longTasks?.splice(0) ?? []
}
