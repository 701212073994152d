import type { Staff } from '../../foundation/callers/session-store.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import type { AccountsContext } from '../context.ts'
import { lockDeviceLoginForUpdate } from './device-login-store.ts'

type Login = NonNullable<Awaited<ReturnType<typeof lockDeviceLoginForUpdate>>>

interface Entered {
  body: { userCode: string }
  staff: Pick<Staff, 'id'>
  request: { ip: string }
}

/**
 * Passes to `act` a function that locks the login of the code, or throws 404. Every call counts as a guess at first, so
 * that guesses sent at once cannot exceed the limit. Only one whose code was looked up and not found stays counted: an
 * `act` that answers a repeated request from its stored answer looks up nothing.
 */
export async function enterUserCode<T>(
  { body, staff, request }: Entered,
  { deviceLoginLimit }: Pick<AccountsContext, 'deviceLoginLimit'>,
  act: (lock: (transaction: Transaction) => Promise<Login & { userCode: string }>) => Promise<T>,
): Promise<T> {
  const refund = await deviceLoginLimit.guess({ staffId: staff.id, ip: request.ip })
  const userCode = body.userCode.toUpperCase().replace(/[^A-Z]/g, '')
  let isWrong = false
  try {
    return await act(async (transaction) => {
      const login = await lockDeviceLoginForUpdate(transaction, userCode)
      if (!login) {
        isWrong = true
        throw new ApiError(
          'not_found',
          'No login waits for this code. Codes work once and for ten minutes; run plinth login again.',
        )
      }
      return { ...login, userCode }
    })
  } finally {
    if (!isWrong) await refund()
  }
}
