import type { OutboxEntry } from '../../../foundation/durable/outbox-store.ts'
import type { WorkflowsContext } from '../../context.ts'
import { runChannel } from '../records/run-channel.ts'

const LOOK_EVERY_MS = 1_000

interface Awaited<T> {
  runId: string
  /** Undefined if the run was enqueued by an earlier request. */
  promised: OutboxEntry | undefined
  withinMs: number
  /** Returns the result once it is there. */
  look: () => Promise<T | undefined>
}

/** Dispatches a run and waits for its result; returns undefined after the time limit. */
export async function awaitRun<T>(
  { pubsub, durable }: Pick<WorkflowsContext, 'pubsub' | 'durable'>,
  { runId, promised, withinMs, look }: Awaited<T>,
): Promise<T | undefined> {
  const end = performance.now() + withinMs
  const watch = pubsub.watch(runChannel(runId))
  try {
    if (promised) {
      await durable.start(promised)
      // A run that was only just started sends a notification.
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
