import { renameProject as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { projectNotFound, taken } from '../../foundation/http/errors/api-error.ts'
import type { ProjectsContext } from '../context.ts'
import { lockProjectNameForUpdate, saveProjectName } from './project-store.ts'

export const renameProject = route(endpoint, ({ project, body, mutate }, _: ProjectsContext) =>
  mutate(async (transaction) => {
    const { id } = project
    const { name } = body
    const before = await lockProjectNameForUpdate(transaction, id)
    if (before === undefined) throw projectNotFound()
    if (!(await saveProjectName(transaction, { id, name })))
      throw taken({
        path: 'name',
        message: `A project named “${name}” exists already. Enter another name.`,
      })
    return {
      answer: { name },
      audit: {
        action: 'renamed',
        entity: 'project',
        entityId: id,
        projectId: id,
        before: { name: before },
        after: { name },
      },
    }
  }),
)
