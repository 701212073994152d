/** Runs the tasks of one key sequentially, in call order; a failed task does not stop the next. */
export type KeyedQueue = <T>(key: string, task: () => Promise<T>) => Promise<T>

export function openKeyedQueue(): KeyedQueue {
  const last = new Map<string, Promise<unknown>>()
  return async (key, task) => {
    const now = (last.get(key) ?? Promise.resolve()).then(task, task)
    last.set(key, now)
    try {
      return await now
    } finally {
      if (last.get(key) === now) last.delete(key)
    }
  }
}
