import { approveStaff as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound } from '../../foundation/http/errors/api-error.ts'
import { lockStaffForUpdate, setApproved } from './staff-state-store.ts'

export const approveStaff = route(endpoint, ({ staff, params, mutate }) =>
  mutate(async (transaction) => {
    const { staffId } = params
    const { organisationId } = staff
    const person = await lockStaffForUpdate(transaction, { organisationId, staffId })
    if (!person) throw notFound()
    await setApproved(transaction, staffId)
    return {
      answer: {},
      audit: {
        action: 'approved',
        entity: 'staff',
        entityId: staffId,
        before: { pending: person.pending },
        after: { pending: null },
      },
    }
  }),
)
