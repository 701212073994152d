import { deleteProject as endpoint } from '@plinth/contract'
import { addToOutbox } from '../../foundation/durable/outbox-store.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { projectNotFound } from '../../foundation/http/errors/api-error.ts'
import type { ProjectsContext } from '../context.ts'
import { softDeleteProject } from './project-store.ts'

export const deleteProject = route(
  endpoint,
  async ({ project, mutate }, { durable }: ProjectsContext) => {
    const answer = await mutate(async (transaction) => {
      const name = await softDeleteProject(transaction, project.id)
      if (name === undefined) throw projectNotFound()
      await addToOutbox(transaction, { topic: 'removeProject', key: project.id })
      return {
        answer: {},
        audit: {
          action: 'deleted',
          entity: 'project',
          entityId: project.id,
          projectId: project.id,
          before: { name },
        },
      }
    })
    durable.wake()
    return answer
  },
)
