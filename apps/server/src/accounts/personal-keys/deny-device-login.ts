import { denyDeviceLogin as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { AccountsContext } from '../context.ts'
import { saveDeviceLoginDenial } from './device-login-store.ts'
import { enterUserCode } from './enter-user-code.ts'

export const denyDeviceLogin = route(endpoint, (call, context: AccountsContext) =>
  enterUserCode(call, context, (lock) =>
    call.mutate(async (transaction) => {
      const { userCode, name, address } = await lock(transaction)
      await saveDeviceLoginDenial(transaction, userCode)
      return {
        answer: {},
        audit: {
          action: 'denied',
          entity: 'personal-key',
          entityId: call.staff.id,
          after: { name, address },
        },
      }
    }),
  ),
)
