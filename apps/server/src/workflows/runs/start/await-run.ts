import type { OutboxEntry } from '../../../foundation/durable/outbox-store.ts'
import type { WorkflowsContext } from '../../context.ts'
import { runNews } from '../records/run-news.ts'

const LOOK_EVERY_MS = 1_000

interface Awaited<T> {
  runId: string
  /** Nothing if the run was promised when it was asked for before. */
  promised: OutboxEntry | undefined
  withinMs: number
  /** What is waited for, once it is there. */
  look: () => Promise<T | undefined>
}

/** Hands a run over and waits for what comes of it; nothing if it has not come by then. */
export async function awaitRun<T>(
  { pubsub, durable }: Pick<WorkflowsContext, 'pubsub' | 'durable'>,
  { runId, promised, withinMs, look }: Awaited<T>,
): Promise<T | undefined> {
  const end = performance.now() + withinMs
  const watch = pubsub.watch(runNews(runId))
  try {
    if (promised) {
      await durable.start(promised)
      // What was only just started is told when it comes.
      await watch.next(Math.min(withinMs, LOOK_EVERY_MS))
    }
    for (;;) {
      const found = await look()
      const left = end - performance.now()
      if (found !== undefined || left <= 0) return found
      await watch.next(Math.min(left, LOOK_EVERY_MS))
    }
  } finally {
    watch.close()
  }
}
