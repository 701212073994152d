import type { OperationsContext } from '../../context.ts'
import { dropReplaced } from '../restore/drop-replaced.ts'
import { endJob } from './job-store.ts'

/**
 * Drops the rows that a restore has replaced, then ends its job. A process that has not been notified of the switch
 * finds nothing in the old place and looks up the new one, so no write after the end is lost.
 */
export async function finishRestore(
  { db, engines, log }: Pick<OperationsContext, 'db' | 'engines' | 'log'>,
  { id, attempts }: { id: string; attempts: number },
): Promise<void> {
  try {
    while (await dropReplaced({ db, engines }, id));
  } catch (error) {
    log.warn({ err: error, id }, 'restore: replaced rows are in use and will be dropped later')
  }
  await endJob(db, { kind: 'restore', id, attempts, state: 'done', message: '' })
}
