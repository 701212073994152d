import type { Operation } from '@plinth/contract'
import type { Data } from '@plinth/expression'
import type { DataTable } from '../../databases/sql/data-model.ts'
import type { KeyBearer } from '../../foundation/callers/api-key-store.ts'
import { ApiError, projectNotFound } from '../../foundation/http/errors/api-error.ts'
import type { EnvironmentKey } from '../environments/environments.ts'

/** Throws unless the key belongs to the environment: 404 for another project, 403 for the other environment. */
export function rejectOtherEnvironment(key: KeyBearer, chosen: EnvironmentKey): void {
  if (chosen.projectId !== key.projectId) throw projectNotFound()
  if (chosen.environment !== key.environment)
    throw new ApiError('forbidden', `This key is for ${key.environment} only.`)
}

/** Whether the key has the grant. The table's rule is checked afterwards. */
export function keyAllows(key: KeyBearer, table: DataTable, operation: Operation): boolean {
  return Object.hasOwn(key.grants, table.id) && key.grants[table.id]?.includes(operation) === true
}

/** The `auth` data that rules see for a key. */
export const keyAuthData = ({ id }: KeyBearer): Data => ({ id, kind: 'key' })

/** Throws 403 if the key lacks the grant. */
export function rejectUngranted(key: KeyBearer, table: DataTable, operation: Operation): void {
  if (keyAllows(key, table, operation)) return
  throw new ApiError('forbidden', `This key may not ${operation} rows of ${table.name}.`)
}
