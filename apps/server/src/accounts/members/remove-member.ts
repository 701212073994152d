import { removeMember as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { lastOwner, lockMemberForUpdate } from './lock-member.ts'
import { memberSnapshot } from './member-snapshot.ts'
import { dropMembership } from './member-store.ts'

export const removeMember = route(endpoint, ({ project, staff, params, request, mutate }) =>
  mutate(async (transaction) => {
    const key = { projectId: project.id, memberId: params.memberId }
    const before = await lockMemberForUpdate(transaction, {
      ...key,
      organisationId: staff.organisationId,
      basedOn: request.ifMatch,
      yours: null,
    })
    if (before.last_owner) throw lastOwner()
    await dropMembership(transaction, key)
    return {
      answer: {},
      audit: {
        action: 'removed',
        entity: 'member',
        entityId: before.id,
        projectId: project.id,
        before: memberSnapshot(before),
      },
    }
  }),
)
