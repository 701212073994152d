import { disconnectIdentity as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../context.ts'
import { findOnlyProviderOf } from '../sso-only/find-only-provider.ts'
import { disconnectAccount } from './disconnect-staff-identity.ts'

/** Ends the caller's own session too if the provider opened it. */
export const disconnectIdentity = route(
  endpoint,
  async ({ staff, request, mutate }, context: AccountsContext) => {
    const done = await mutate(async (transaction) => {
      // Connecting again needs the password, which the account may not have and could not get.
      const only = await findOnlyProviderOf(context, transaction, staff.id)
      if (only !== undefined) {
        throw new ApiError(
          'conflict',
          `People sign in with ${only} only, so you would be locked out. Ask an admin to disconnect your account.`,
        )
      }
      return disconnectAccount(transaction, { person: staff, request })
    })
    context.durable.wake()
    return done
  },
)
