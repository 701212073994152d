import { watchBackup as endpoint } from '@plinth/contract'
import { EventStream } from '../../../foundation/http/calls/call.ts'
import { route } from '../../../foundation/http/calls/route.ts'
import type { OperationsContext } from '../../context.ts'
import { followJob } from '../job/follow-job.ts'
import { findBackup, toBackup } from '../store/backup-store.ts'
import { requireBackup } from './require-backup.ts'

export const watchBackup = route(
  endpoint,
  async ({ params, request }, context: OperationsContext) => {
    await requireBackup(context.db, params)
    const read = async () => {
      const backup = await findBackup(context.db, params)
      if (!backup) return undefined
      const { version, state } = backup
      return {
        version,
        isOver: !['queued', 'running'].includes(state),
        shown: { backup: toBackup(backup) },
      }
    }
    const { lastEventId } = request
    return new EventStream((signal) =>
      followJob(context, { id: params.backupId, lastEventId, read, signal }),
    )
  },
)
