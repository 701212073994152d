import { restoreStaff as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound } from '../../foundation/http/errors/api-error.ts'
import { lockStaffForUpdate, setDisabled } from './staff-state-store.ts'

export const restoreStaff = route(endpoint, ({ staff, params, mutate }) =>
  mutate(async (transaction) => {
    const { staffId } = params
    const { organisationId } = staff
    const person = await lockStaffForUpdate(transaction, { organisationId, staffId })
    // Admins are disabled and restored with the command line only.
    if (!person || person.isAdmin) throw notFound()
    await setDisabled(transaction, { staffId, disabled: false })
    return {
      answer: {},
      audit: {
        action: 'restored',
        entity: 'staff',
        entityId: staffId,
        before: { disabled: person.disabled },
        after: { disabled: false },
      },
    }
  }),
)
