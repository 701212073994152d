import { CompileLimit } from '../../databases/sql/compile-limit.ts'
import type { DataTable } from '../../databases/sql/data-model.ts'
import { invalid, Refusal } from '../../foundation/http/errors/refusal.ts'
import { DatabaseFault, type Fault } from '../runners/database-fault.ts'

/** What a caller is told of a database's refusal: the field, never a statement or a stored value. */
export function refusalOfFault(error: unknown, table: DataTable): unknown {
  if (error instanceof CompileLimit) return new Refusal('bad_request', error.message)
  if (!(error instanceof DatabaseFault)) return error
  return toRefusal(error.fault, table)
}

function toRefusal(fault: Fault, table: DataTable): Refusal {
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
      return new Refusal('conflict', 'A row that this one is tied to has changed meanwhile.')
    case 'value':
      return invalid([{ path: '', message: 'Has a value that the database cannot hold' }])
    case 'timeout':
      return new Refusal('timeout', 'The database took too long.')
    case 'unavailable':
      return new Refusal('unavailable', fault.message, fault)
    case 'busy':
    case 'stale':
      return new Refusal('unavailable', 'The tables are in use. Try again shortly.', {
        retryAfterSeconds: 1,
      })
  }
}

/** Only names that any caller may know. */
function nameable(names: readonly string[], { columns }: DataTable): readonly string[] {
  const isOpen = (name: string) => {
    const definition = columns.get(name)?.definition
    return definition !== undefined && !definition.options.isHidden
  }
  return names.every(isOpen) ? names : []
}

const atLeastOne = (names: readonly string[]) => (names.length > 0 ? names : [''])

function unique(names: readonly string[]): Refusal {
  const message = 'Is taken by another row'
  const details = atLeastOne(names).map((path) => ({ path, message }))
  const [first] = names
  return new Refusal('conflict', first ? `${first}: ${message}` : 'Another row is the same.', {
    details,
  })
}
