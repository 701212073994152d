import { CompileLimit } from '../../databases/sql/compile-limit.ts'
import type { DataTable } from '../../databases/sql/data-model.ts'
import { ApiError, invalid, storageFull } from '../../foundation/http/errors/api-error.ts'
import { DatabaseFault, type Fault } from '../runners/database-fault.ts'

type FaultyTable = Pick<DataTable, 'columns'>

/** Maps a database error to an API error that names the field, never a statement or a stored value. */
export function faultToApiError(error: unknown, table: FaultyTable): unknown {
  if (error instanceof CompileLimit) return new ApiError('bad_request', error.message)
  if (!(error instanceof DatabaseFault)) return error
  return toRefusal(error.fault, table)
}

const TOO_LARGE =
  'The rows are too large together. Name the columns that you need in $columns, or leave out $withRelation.'
const UNANSWERED =
  'The database did not answer in time. A change may have been made: repeat it with the same Idempotency-Key, or read the row before you send it again.'

function toRefusal(fault: Fault, table: FaultyTable): ApiError {
  switch (fault.kind) {
    case 'unique':
      return unique(nameable(fault.columns, table))
    case 'required':
      return invalid(
        atLeastOne(nameable(fault.columns, table)).map((path) => ({
          path,
          message: 'Is required',
        })),
      )
    case 'link':
      return new ApiError('conflict', 'A linked row has changed meanwhile.')
    case 'value':
      return invalid([{ path: '', message: 'Has a value that the database cannot store' }])
    case 'timeout':
      return new ApiError('timeout', fault.isUnknown ? UNANSWERED : 'The database took too long.')
    case 'limited':
      return new ApiError('rate_limited', fault.message, fault)
    case 'large':
      return new ApiError('too_large', TOO_LARGE)
    case 'full':
      return storageFull()
    case 'unavailable':
      return new ApiError('unavailable', fault.message, fault)
    case 'busy':
    case 'stale':
      return new ApiError('unavailable', 'The tables are in use. Try again shortly.', {
        retryAfterSeconds: 1,
      })
  }
}

/** The column names, or none if one of them is hidden. */
function nameable(names: readonly string[], { columns }: FaultyTable): readonly string[] {
  const isOpen = (name: string) => {
    const definition = columns.get(name)?.definition
    return definition !== undefined && !definition.options.isHidden
  }
  return names.every(isOpen) ? names : []
}

const atLeastOne = (names: readonly string[]) => (names.length > 0 ? names : [''])

function unique(names: readonly string[]): ApiError {
  const message = 'Another row already has this value'
  const details = atLeastOne(names).map((path) => ({ path, message }))
  const [first] = names
  return new ApiError(
    'conflict',
    first ? `${first}: ${message}` : 'Another row has the same values.',
    {
      details,
    },
  )
}
