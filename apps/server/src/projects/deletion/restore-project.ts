import { restoreProject as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { ProjectsContext } from '../context.ts'
import { requireDeleted } from './require-deleted.ts'
import { restoreDeleted } from './restore-deleted.ts'

export const restoreProject = route(
  endpoint,
  async ({ params, body, staff, mutate }, context: ProjectsContext) => {
    const projectId = params.deletedProjectId
    const answer = await mutate(async (transaction) => {
      const deleted = await requireDeleted(transaction, { projectId, staff })
      const { name, audit } = await restoreDeleted(transaction, {
        ...{ deleted, name: body.name, by: staff.email },
        workflows: context.projectWorkflows,
      })
      return { answer: { projectId, name }, audit }
    })
    await context.stoppedProjects.refresh()
    context.durable.wake()
    return answer
  },
)
