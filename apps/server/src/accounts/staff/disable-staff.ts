import { disableStaff as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError, notFound } from '../../foundation/http/errors/api-error.ts'
import { disableAccount } from './disable-account.ts'
import { lockStaffForUpdate } from './staff-state-store.ts'

export const disableStaff = route(endpoint, ({ staff, params, mutate }) =>
  mutate(async (transaction) => {
    const { staffId } = params
    const { organisationId } = staff
    const person = await lockStaffForUpdate(transaction, { organisationId, staffId })
    if (!person) throw notFound()
    if (person.isAdmin) {
      throw new ApiError(
        'forbidden',
        'An admin is disabled on the server itself: npx plinth-server staff disable.',
      )
    }
    if (!person.disabled) await disableAccount(transaction, staffId)
    return {
      answer: {},
      audit: {
        action: 'disabled',
        entity: 'staff',
        entityId: staffId,
        before: { disabled: person.disabled },
        after: { disabled: true },
      },
    }
  }),
)
