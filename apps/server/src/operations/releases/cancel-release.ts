import { cancelRelease as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { OperationsContext } from '../context.ts'
import { readReleaseVersion, requestReleaseCancel } from './release-store.ts'

export const cancelRelease = route(
  endpoint,
  async ({ project, params, mutate }, { db }: OperationsContext) => {
    const key = { projectId: project.id, releaseId: params.releaseId }
    const current = await readReleaseVersion(db, key)
    if (!current) throw new ApiError('not_found', 'There is no such release.')
    const { kind, environment } = current.release
    if (environment === 'production' && project.role !== 'admin') {
      throw new ApiError('forbidden', 'Only an admin may do this.')
    }
    await mutate(async (transaction) => {
      if (!(await requestReleaseCancel(transaction, params.releaseId))) {
        throw new ApiError('conflict', 'This release has already ended.')
      }
      return {
        answer: {},
        audit: {
          action: `asked to stop ${kind}`,
          entity: 'release',
          entityId: params.releaseId,
          projectId: project.id,
          environment,
        },
      }
    })
    const after = await readReleaseVersion(db, key)
    return { release: after?.release ?? current.release }
  },
)
