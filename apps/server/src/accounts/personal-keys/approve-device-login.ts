import { approveDeviceLogin as endpoint, MAX_PERSONAL_KEYS } from '@plinth/contract'
import { findProjectAccesses } from '../../foundation/callers/access-store.ts'
import { countPersonalKeys } from '../../foundation/callers/personal-key-store.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError, projectNotFound } from '../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../context.ts'
import { saveDeviceLoginApproval } from './device-login-store.ts'
import { enterUserCode } from './enter-user-code.ts'

/** The key itself is created when the device polls, so that its secret is never stored. */
export const approveDeviceLogin = route(endpoint, (call, context: AccountsContext) =>
  enterUserCode(call, context, (lock) =>
    call.mutate(async (transaction) => {
      const { userCode, name, address } = await lock(transaction)
      const { staff, body } = call
      const projectIds = [...new Set(body.projectIds)]
      const accesses = await findProjectAccesses(
        transaction,
        projectIds.map((projectId) => ({ staff, projectId })),
      )
      if (accesses.includes(undefined)) throw projectNotFound()
      if ((await countPersonalKeys(transaction, staff.id)) >= MAX_PERSONAL_KEYS) {
        throw new ApiError(
          'conflict',
          `You have ${MAX_PERSONAL_KEYS} personal keys. Revoke one in your profile first.`,
        )
      }
      const { readOnly } = body
      await saveDeviceLoginApproval(transaction, {
        ...{ userCode, staffId: staff.id, projectIds, readOnly },
      })
      return {
        answer: {},
        audit: {
          action: 'approved',
          entity: 'personal-key',
          entityId: staff.id,
          after: { name, address, readOnly, projectIds },
        },
      }
    }),
  ),
)
