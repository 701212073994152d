import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import type { OperationsContext } from '../../context.ts'
import { ArchiveError } from '../archive/archive-error.ts'
import { type ReportProgress, throttleProgress } from '../archive/report-progress.ts'
import {
  endJob,
  isTriedTooOften,
  type JobKind,
  releaseLease,
  renewLease,
  saveJobProgress,
} from './job-store.ts'

const BEAT_MS = 1_500

export interface Job {
  id: string
  attempts: number
  signal: AbortSignal
  tell: ReportProgress
}

export interface JobWork {
  kind: JobKind
  /** Does the work, and ends the job in the same transaction. */
  run(job: Job): Promise<void>
  /** Removes what an unfinished attempt has left behind. */
  clean(id: string): Promise<void>
}

type Ending = 'cancelled' | 'lost' | 'stopping'

/** Renews the lease and aborts the work when it is cancelled or lost. */
function beat(
  { db, log, pubsub }: Pick<OperationsContext, 'db' | 'log' | 'pubsub'>,
  options: { kind: JobKind; id: string; attempts: number; end: (why: Ending) => void },
): () => void {
  const watch = pubsub.watch(options.id)
  let isOver = false
  const look = async () => {
    while (!isOver) {
      await watch.next(BEAT_MS)
      if (isOver) return
      try {
        const state = await renewLease(db, options)
        if (state !== 'mine') options.end(state)
      } catch (error) {
        log.warn({ err: error }, 'backup-job: lease renewal failed')
      }
    }
  }
  void look()
  return () => {
    isOver = true
    watch.close()
  }
}

const wordsOf = (error: unknown): string =>
  error instanceof ArchiveError || error instanceof ApiError
    ? error.message
    : `It failed: ${error instanceof Error ? error.message : 'unknown'}`

/** Runs one job that this process has claimed, until it has ended. */
export async function runLeasedJob(
  context: Pick<OperationsContext, 'db' | 'log' | 'pubsub'>,
  options: { work: JobWork; id: string; attempts: number; stopping: AbortSignal },
): Promise<void> {
  const { work, id, attempts, stopping } = options
  const { db, log } = context
  const { kind } = work
  const cancellation = new AbortController()
  let why: Ending | undefined
  const end = (ending: Ending) => {
    why ??= ending
    cancellation.abort(new Error(ending))
  }
  const stop = () => end('stopping')
  stopping.addEventListener('abort', stop)
  const close = beat(context, { kind, id, attempts, end })
  try {
    if (isTriedTooOften(attempts)) throw new Error('The server was restarted too often')
    const tell = throttleProgress((word) => saveJobProgress(db, { kind, id, ...word }))
    await work.run({ id, attempts, signal: cancellation.signal, tell })
  } catch (error) {
    if (why === 'lost') return
    if (why === 'stopping') return await releaseLease(db, { kind, id, attempts })
    if (why !== 'cancelled') log.warn({ err: error, id }, `backup-job: ${kind} failed`)
    await work.clean(id)
    const state = why === 'cancelled' ? 'cancelled' : 'failed'
    const message = why === 'cancelled' ? 'It was stopped.' : wordsOf(error)
    await endJob(db, { kind, id, attempts, state, message })
  } finally {
    close()
    stopping.removeEventListener('abort', stop)
  }
}
