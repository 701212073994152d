import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { RowRequest } from '../request/row-request.ts'
import { findAppProvider, type StoredAppProvider } from './app-provider-store.ts'

/** The provider of the table of a call; throws 404 if it has none of this name. */
export async function requireAppProvider(
  { context, environment, table }: RowRequest,
  name: string,
): Promise<StoredAppProvider> {
  const key = { environmentId: environment.id, tableId: table.id, name }
  const stored = await findAppProvider(context.db, key)
  if (stored) return stored
  throw new ApiError(
    'not_found',
    'This table has no such provider. Add it in the sign-in settings of the project.',
  )
}
