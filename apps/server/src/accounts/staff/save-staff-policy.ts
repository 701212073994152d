import { saveStaffPolicy as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import { readTwoStepState } from '../two-factor/two-step-store.ts'
import { isTwoStepRequired, setTwoStepRequired } from './staff-state-store.ts'

export const saveStaffPolicy = route(endpoint, ({ staff, body, mutate }) =>
  mutate(async (transaction) => {
    const { organisationId } = staff
    const required = body.twoStepRequired
    if (required && !(await readTwoStepState(transaction, staff.id)).enabled) {
      throw new ApiError('conflict', 'Set up two-factor authentication for yourself first.')
    }
    const before = { twoStepRequired: await isTwoStepRequired(transaction, organisationId) }
    await setTwoStepRequired(transaction, { organisationId, required })
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
