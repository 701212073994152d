import type { OperationsContext } from '../../context.ts'
import { holdFiles, releaseFiles } from './hold-store.ts'

const AGAIN_MS = 15_000

/** Protects a project's files from the sweep until the returned function is called or this process ends. */
export async function keepHolding(
  { db, log }: Pick<OperationsContext, 'db' | 'log'>,
  held: { id: string; projectId: string },
): Promise<() => Promise<void>> {
  await holdFiles(db, held)
  const timer = setInterval(() => {
    holdFiles(db, held).catch((error) =>
      log.warn({ err: error }, 'backup: renewing the file lease failed'),
    )
  }, AGAIN_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await releaseFiles(db, held.id)
  }
}
