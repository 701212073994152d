import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { RowRequest } from '../request/row-request.ts'
import { isUserDisabled } from './disabled-user-store.ts'

/** Throws 403 for a disabled account; call it once the caller has proved to be its owner. */
export async function rejectDisabled(
  { context, environment, table }: RowRequest,
  userId: string,
): Promise<void> {
  const key = { environmentId: environment.id, tableId: table.id, userId }
  if (!(await isUserDisabled(context.db, key))) return
  throw new ApiError('forbidden', 'This account is disabled. Ask the people who run this app.')
}
