import type { OperationsContext } from '../../context.ts'
import { holdFiles, releaseFiles } from './hold-store.ts'

const AGAIN_MS = 15_000

/** Keeps a project's files from being swept until it is released, or this process is no more. */
export async function keepHolding(
  { db, log }: Pick<OperationsContext, 'db' | 'log'>,
  held: { id: string; projectId: string },
): Promise<() => Promise<void>> {
  await holdFiles(db, held)
  const timer = setInterval(() => {
    holdFiles(db, held).catch((error) => log.warn({ err: error }, 'files could not be held'))
  }, AGAIN_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await releaseFiles(db, held.id)
  }
}
