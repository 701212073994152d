import { saveStaffPolicy as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import { readTwoFactorState } from '../two-factor/two-factor-store.ts'
import { isTwoFactorRequired, setTwoFactorRequired } from './staff-state-store.ts'

export const saveStaffPolicy = route(endpoint, ({ staff, body, mutate }) =>
  mutate(async (transaction) => {
    const { organisationId } = staff
    const required = body.twoFactorRequired
    if (required && !(await readTwoFactorState(transaction, staff.id)).enabled) {
      throw new ApiError('conflict', 'Set up two-factor authentication for yourself first.')
    }
    const before = { twoFactorRequired: await isTwoFactorRequired(transaction, organisationId) }
    await setTwoFactorRequired(transaction, { organisationId, required })
    return {
      answer: {},
      audit: {
        action: 'saved',
        entity: 'staff policy',
        entityId: organisationId,
        before,
        after: body,
      },
    }
  }),
)
