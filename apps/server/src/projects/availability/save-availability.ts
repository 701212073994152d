import { saveAvailability as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { projectNotFound, stale } from '../../foundation/http/errors/api-error.ts'
import type { ProjectsContext } from '../context.ts'
import { lockAvailabilityForUpdate } from './availability-store.ts'
import { changeAvailability, toAvailability } from './change-availability.ts'

export const saveAvailability = route(endpoint, async (call, context: ProjectsContext) => {
  const { project, staff, body, request, mutate } = call
  const answer = await mutate(async (transaction) => {
    const before = await lockAvailabilityForUpdate(transaction, project.id)
    if (!before) throw projectNotFound()
    const { revision } = before
    if (request.ifMatch !== undefined && request.ifMatch !== revision)
      throw stale({ revision, theirs: toAvailability(before), yours: body })
    const { id, firstName, lastName } = staff
    const { availability, audit } = await changeAvailability(transaction, {
      ...body,
      projectId: project.id,
      role: project.role,
      before,
      author: { id, name: `${firstName} ${lastName}` },
    })
    return { answer: { availability }, audit }
  })
  await context.stoppedProjects.refresh()
  return answer
})
