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
 * Counts the code of a call as a guess, and passes to `act` a function that locks its login. The guess is not counted
 * if there is such a login; otherwise that function throws 404.
 */
export async function enterUserCode<T>(
  { body, staff, request }: Entered,
  { deviceLoginLimit }: Pick<AccountsContext, 'deviceLoginLimit'>,
  act: (lock: (transaction: Transaction) => Promise<Login & { userCode: string }>) => Promise<T>,
): Promise<T> {
  const refund = await deviceLoginLimit.guess({ staffId: staff.id, ip: request.ip })
  const userCode = body.userCode.toUpperCase().replace(/[^A-Z]/g, '')
  let isFound = false
  try {
    return await act(async (transaction) => {
      const login = await lockDeviceLoginForUpdate(transaction, userCode)
      if (!login) {
        throw new ApiError(
          'not_found',
          'No login waits for this code. Codes work once and for ten minutes; run plinth login again.',
        )
      }
      isFound = true
      return { ...login, userCode }
    })
  } finally {
    if (isFound) await refund()
  }
}
