import { deleteProject as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { projectNotFound } from '../../foundation/http/errors/api-error.ts'
import type { ProjectsContext } from '../context.ts'
import { softDeleteProject } from './deletion-store.ts'
import { disarmProject } from './disarm-project.ts'

/** Deletes a project by one transaction; its storage is freed later, by {@link eraseProject} or after 30 days. */
export const deleteProject = route(
  endpoint,
  async ({ project, staff, mutate }, context: ProjectsContext) => {
    const { durable, log, projectWorkflows, stoppedProjects } = context
    const projectId = project.id
    let started: readonly string[] = []
    const answer = await mutate(async (transaction) => {
      const name = await softDeleteProject(transaction, { id: projectId, staffId: staff.id })
      if (name === undefined) throw projectNotFound()
      const runs = await projectWorkflows.cancelRuns(transaction, projectId)
      started = runs.started
      const disarmed = await disarmProject(transaction, {
        ...{ projectId, by: staff.email },
        workflows: projectWorkflows,
      })
      return {
        answer: {},
        audit: {
          action: 'deleted',
          entity: 'project',
          entityId: projectId,
          projectId,
          before: { name },
          after: { ...disarmed, runs: runs.ended },
        },
      }
    })
    await stoppedProjects.refresh()
    durable.wake()
    // A run that is not reached here ends at its next step.
    for (const key of started) {
      await durable
        .cancel({ id: '', topic: 'run', key })
        .catch((error) => log.warn({ err: error, run: key }, 'delete-project: cancelling failed'))
    }
    return answer
  },
)
