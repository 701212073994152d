import { findDeviceLogin as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { AccountsContext } from '../context.ts'
import { enterUserCode } from './enter-user-code.ts'

export const findDeviceLogin = route(endpoint, (call, context: AccountsContext) =>
  enterUserCode(call, context, async (lock) => {
    const { name, write, address, createdAt, expiresAt } = await context.db.transaction(lock)
    return {
      login: {
        ...{ name, write, address },
        askedOn: createdAt.toISOString(),
        expiresOn: expiresAt.toISOString(),
      },
    }
  }),
)
