import { deleteProject as endpoint } from '@plinth/contract'
import { projectNotFound } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { addToOutbox } from '../platform/outbox-store.ts'
import { hideProject } from './project-store.ts'

export const deleteProject = route(endpoint, async ({ project, mutate }, { durable }) => {
  const answer = await mutate(async (transaction) => {
    const name = await hideProject(transaction, project.id)
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
})
