import type { Operation } from '@plinth/contract'
import type { Data } from '@plinth/expression'
import type { DataTable } from '../../databases/sql/data-model.ts'
import type { KeyBearer } from '../../foundation/callers/api-key-store.ts'
import { projectNotFound, Refusal } from '../../foundation/http/errors/refusal.ts'
import type { EnvironmentKey } from '../environments/environments.ts'

/** A key reaches its own environment; another project is to it as one that is not there. */
export function refuseOutside(key: KeyBearer, chosen: EnvironmentKey): void {
  if (chosen.projectId !== key.projectId) throw projectNotFound()
  if (chosen.environment !== key.environment)
    throw new Refusal('forbidden', `This key is for ${key.environment} only.`)
}

/** What a key was given; the table's rule decides afterwards. */
export function keyMay(key: KeyBearer, table: DataTable, operation: Operation): boolean {
  return Object.hasOwn(key.grants, table.id) && key.grants[table.id]?.includes(operation) === true
}

/** What rules may ask of a key. */
export const keyData = ({ id }: KeyBearer): Data => ({ id, kind: 'key' })

/** Says so plainly when a key was not given what it asks for. */
export function refuseNotGiven(key: KeyBearer, table: DataTable, operation: Operation): void {
  if (keyMay(key, table, operation)) return
  throw new Refusal('forbidden', `This key may not ${operation} rows of ${table.name}.`)
}
