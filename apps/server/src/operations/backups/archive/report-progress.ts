/** Reports progress to watchers; reports that come too often are dropped. */
export type ReportProgress = (word: { message: string; progress: number }) => Promise<void>

const EVERY_MS = 500

/** Forwards at most one report every half second. */
export function throttleProgress(tell: ReportProgress): ReportProgress {
  let last = 0
  return async (word) => {
    if (Date.now() - last < EVERY_MS) return
    last = Date.now()
    await tell(word)
  }
}
