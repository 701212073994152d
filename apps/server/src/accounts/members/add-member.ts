import { addMember as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError, invalid } from '../../foundation/http/errors/api-error.ts'
import { joinProject } from './join-project.ts'
import { findOrgUser } from './org-user-store.ts'

export const addMember = route(endpoint, ({ project, staff, body, mutate }) =>
  mutate(async (transaction) => {
    const { organisationId } = staff
    const user = await findOrgUser(transaction, { organisationId, userId: body.userId })
    if (!user) throw invalid([{ path: 'userId', message: 'There is no such user.' }])
    if (user.isAdmin) {
      throw new ApiError('conflict', 'An admin is a member of every project already.')
    }
    return joinProject(transaction, {
      projectId: project.id,
      organisationId,
      memberId: body.userId,
      role: body.role,
      action: 'added',
    })
  }),
)
