import { type Data, readDate } from '@plinth/expression'
import type { RequestInfo } from '../../foundation/http/calls/call.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { RowRequest } from '../request/row-request.ts'
import { compileUnchanged } from '../statements/write/compile-unchanged.ts'
import type { WriteStep } from '../statements/write/write-plan.ts'

export const INVALID_VERSION = 'Must be the updatedOn of the row as it was read'

/** The version of a row in a bulk write, in milliseconds; null if invalid. */
export function readRowVersion(updatedOn: unknown): number | null | undefined {
  if (updatedOn === undefined) return undefined
  return (typeof updatedOn === 'string' ? readDate(updatedOn) : undefined) ?? null
}

const QUOTED = /^"([0-9TZ:.+-]{1,40})"$/

/** The `updatedOn` of the If-Match header in milliseconds, if there is one. */
export function readIfMatch({ headers }: RequestInfo): number | undefined {
  const header = headers['if-match']
  if (header === undefined || header === '*') return undefined
  const moment = readDate(QUOTED.exec(String(header))?.[1] ?? '')
  if (moment === undefined)
    throw new ApiError('bad_request', 'If-Match must be "<updatedOn>" of the row.')
  return moment
}

/** The `updatedOn`, in milliseconds, that the caller last saw, by row id. */
export type Versions = ReadonlyMap<string, number>

/** Steps that stop a write if one of the rows has changed since. */
export function versionChecks(
  { environment, table }: RowRequest,
  versions: Versions,
): readonly WriteStep[] {
  if (versions.size === 0) return []
  const rows = [...versions].map(([id, moment]) => ({
    id,
    updatedOn: new Date(moment).toISOString(),
  }))
  return [compileUnchanged(environment.model, { table, rows })]
}

export function updatedOnMs({ updatedOn }: Data): number {
  return Date.parse(String(updatedOn))
}

/** A `stale` error with both sides, so that the user can choose. */
export function staleError(theirs: Data, yours: unknown): ApiError {
  return new ApiError('stale', 'Another user saved this row first.', {
    details: { updatedOn: theirs.updatedOn, theirs, yours },
  })
}
