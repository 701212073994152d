import { restoreStaff as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound } from '../../foundation/http/errors/refusal.ts'
import { holdStaff, setDisabled } from './staff-state-store.ts'

export const restoreStaff = route(endpoint, ({ staff, params, mutate }) =>
  mutate(async (transaction) => {
    const { staffId } = params
    const { organisationId } = staff
    const person = await holdStaff(transaction, { organisationId, staffId })
    // An admin who was shut out on the server is let in again there.
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
