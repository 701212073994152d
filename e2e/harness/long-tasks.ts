type Watched = typeof globalThis & { longTasks?: number[] }

/** Runs in the page: records tasks that block it for more than 50 ms. */
export function watchLongTasks() {
  const noted: number[] = []
  ;(globalThis as Watched).longTasks = noted
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) noted.push(duration)
  }).observe({ type: 'longtask' })
}

/** Runs in the page: returns and clears the recorded tasks. */
export function readLongTasks(): number[] {
  return (globalThis as Watched).longTasks?.splice(0) ?? []
}
