import { updateMember as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound } from '../../foundation/http/errors/api-error.ts'
import { lastOwner, lockMemberForUpdate } from './lock-member.ts'
import { memberSnapshot } from './member-snapshot.ts'
import { findMember, setRole } from './member-store.ts'

export const updateMember = route(endpoint, ({ project, staff, params, body, request, mutate }) =>
  mutate(async (transaction) => {
    const place = {
      projectId: project.id,
      organisationId: staff.organisationId,
      memberId: params.memberId,
    }
    const before = await lockMemberForUpdate(transaction, {
      ...place,
      basedOn: request.ifMatch,
      yours: body,
    })
    if (before.last_owner && body.role !== 'owner') throw lastOwner()
    await setRole(transaction, { ...place, role: body.role })
    const member = await findMember(transaction, place)
    if (!member) throw notFound()
    return {
      answer: { member },
      audit: {
        action: 'changed',
        entity: 'member',
        entityId: member.id,
        projectId: project.id,
        before: memberSnapshot(before),
        after: memberSnapshot(member),
      },
    }
  }),
)
