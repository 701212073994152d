import type { TableView } from '@plinth/contract'
import { ApiError, taken } from '../../foundation/http/errors/api-error.ts'

/** The name may belong to a private view that the caller does not see. */
export const viewNameTaken = () =>
  taken({
    path: 'name',
    message:
      'The table has a view of this name, perhaps a private one of another member. Choose another name.',
  })

/** Throws 403 unless the caller is the author, an owner or an admin. */
export function requireChangeableView({ canChange }: TableView): void {
  if (!canChange)
    throw new ApiError(
      'forbidden',
      'Only the author of this view or an owner of the project may change it. Save it as a new view instead.',
    )
}

/** The audit entry of a view; the name and filter of a private view stay with its author. */
export function auditedView({ tableId, name, isShared, filter }: TableView) {
  return isShared ? { tableId, isShared, name, filter: filter.text } : { tableId, isShared }
}
