import type { OperationsContext } from '../../context.ts'
import { endFileLease, renewFileLease } from './file-lease-store.ts'

const RETRY_MS = 15_000

/** Protects a project's files from the sweep until the returned function is called or this process ends. */
export async function holdFileLease(
  { db, log }: Pick<OperationsContext, 'db' | 'log'>,
  held: { id: string; projectId: string },
): Promise<() => Promise<void>> {
  await renewFileLease(db, held)
  const timer = setInterval(() => {
    renewFileLease(db, held).catch((error) =>
      log.warn({ err: error }, 'backup: renewing the file lease failed'),
    )
  }, RETRY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await endFileLease(db, held.id)
  }
}
