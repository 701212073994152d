import type { Logger } from 'pino'
import type { Kept } from './kept.ts'

interface Renewing<T> {
  readonly kept: Kept<T>
  /** Often enough that nothing in use ends before its turn comes. */
  readonly everyMs: number
  readonly log: Logger
  /** What is still so, of what would end soon. */
  readonly ask: (ending: ReadonlyMap<string, T>) => Promise<ReadonlyMap<string, T>>
}

/** Keeps what is in use from ending, at the price of one question now and then; the answer stops it. */
export function renewKept<T>({ kept, everyMs, log, ask }: Renewing<T>): () => void {
  let isAsking = false
  const turn = async () => {
    if (isAsking) return
    isAsking = true
    try {
      await kept.renew(ask)
    } catch (error) {
      // It ends in its time, and whoever needs it reads it.
      log.debug({ err: error }, 'what is kept was not renewed')
    } finally {
      isAsking = false
    }
  }
  const timer = setInterval(turn, everyMs).unref()
  return () => clearInterval(timer)
}
