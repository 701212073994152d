import { saveStaffPolicy as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import { readStaffPolicy, setStaffPolicy } from '../members/staff-policy-store.ts'
import { readTwoFactorState } from '../two-factor/two-factor-store.ts'

export const saveStaffPolicy = route(endpoint, ({ staff, body, mutate }) =>
  mutate(async (transaction) => {
    const { organisationId } = staff
    if (body.twoFactorRequired && !(await readTwoFactorState(transaction, staff.id)).enabled) {
      throw new ApiError('conflict', 'Set up two-factor authentication for yourself first.')
    }
    const before = await readStaffPolicy(transaction, organisationId)
    const policy = {
      twoFactorRequired: body.twoFactorRequired ?? before.twoFactorRequired,
      accountsByAdminsOnly: body.accountsByAdminsOnly ?? before.accountsByAdminsOnly,
    }
    await setStaffPolicy(transaction, { organisationId, policy })
    return {
      answer: {},
      audit: {
        action: 'saved',
        entity: 'staff policy',
        entityId: organisationId,
        before,
        after: policy,
      },
    }
  }),
)
