import type { StreamEvent } from '../../../foundation/http/calls/call.ts'
import type { OperationsContext } from '../../context.ts'

const POLL_MS = 1_000

interface Seen<Shown> {
  version: number
  isOver: boolean
  shown: Shown
}

/** Yields a job whenever it has changed, until it has ended. */
export async function* followJob<Shown>(
  { pubsub }: Pick<OperationsContext, 'pubsub'>,
  options: {
    id: string
    lastEventId: string | undefined
    read: () => Promise<Seen<Shown> | undefined>
    signal: AbortSignal
  },
): AsyncGenerator<StreamEvent<Shown>> {
  const { id, lastEventId = '', read, signal } = options
  const watch = pubsub.watch(id)
  const end = () => watch.close()
  signal.addEventListener('abort', end)
  try {
    let seen = /^\d{1,9}$/.test(lastEventId) ? Number(lastEventId) : -1
    for (; !signal.aborted; await watch.next(POLL_MS)) {
      const found = await read()
      if (!found) return
      if (found.version > seen) yield { id: String(found.version), data: found.shown }
      if (found.isOver) return
      seen = found.version
    }
  } finally {
    signal.removeEventListener('abort', end)
    watch.close()
  }
}
