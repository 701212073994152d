import { eraseProject as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { ProjectsContext } from '../context.ts'
import { beginErasure } from './begin-erasure.ts'
import { requireDeleted } from './require-deleted.ts'

export const eraseProject = route(
  endpoint,
  async ({ params, staff, mutate }, { durable }: ProjectsContext) => {
    const projectId = params.deletedProjectId
    const answer = await mutate(async (transaction) => {
      const deleted = await requireDeleted(transaction, { projectId, staff })
      return { answer: {}, audit: await beginErasure(transaction, deleted) }
    })
    durable.wake()
    return answer
  },
)
