import type { RowsContext } from '../context.ts'
import { watchEnvironment } from './watch-environment.ts'

/** Lets a row trigger bite before the reply; what does not work out now was promised with the save. */
export async function settleWatching(context: RowsContext, environmentId: string): Promise<void> {
  await watchEnvironment(context, environmentId).catch((error) => {
    context.log.warn({ err: error, environmentId }, 'what is watched follows later')
  })
}
