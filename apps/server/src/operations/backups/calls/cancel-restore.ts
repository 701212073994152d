import { cancelRestore as endpoint } from '@plinth/contract'
import { route } from '../../../foundation/http/calls/route.ts'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import type { OperationsContext } from '../../context.ts'
import { requestJobCancel } from '../job/job-store.ts'
import { toRestore } from '../restore/restore-store.ts'
import { requireRestore } from './require-restore.ts'

export const cancelRestore = route(
  endpoint,
  async ({ project, params, mutate }, { db }: OperationsContext) => {
    const { restoreId: id } = params
    await requireRestore(db, params)
    await mutate(async (transaction) => {
      if (!(await requestJobCancel(transaction, { kind: 'restore', id }))) {
        throw new ApiError('conflict', 'This restore has already ended.')
      }
      return {
        answer: {},
        audit: { action: 'stopped', entity: 'restore', entityId: id, projectId: project.id },
      }
    })
    return { restore: toRestore(await requireRestore(db, params)) }
  },
)
