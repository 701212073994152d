import { watchRestore as endpoint } from '@plinth/contract'
import { EventStream } from '../../../foundation/http/calls/call.ts'
import { route } from '../../../foundation/http/calls/route.ts'
import type { OperationsContext } from '../../context.ts'
import { followJob } from '../job/follow-job.ts'
import { findRestore, toRestore } from '../restore/restore-store.ts'
import { requireRestore } from './require-restore.ts'

export const watchRestore = route(
  endpoint,
  async ({ params, request }, context: OperationsContext) => {
    await requireRestore(context.db, params)
    const read = async () => {
      const restore = await findRestore(context.db, params)
      if (!restore) return undefined
      const { version, state } = restore
      const isOver = state !== 'queued' && state !== 'running'
      return { version, isOver, shown: { restore: toRestore(restore) } }
    }
    const { lastEventId } = request
    return new EventStream((signal) =>
      followJob(context, { id: params.restoreId, lastEventId, read, signal }),
    )
  },
)
