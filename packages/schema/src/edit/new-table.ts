import { Rules, type Table, type TableType } from '@plinth/contract'
import { AUTH_COLUMNS, newAuthColumn } from '../model/auth-columns.ts'
import type { NewId } from '../model/edit-result.ts'

/** A new table with default rules; an Auth table starts with the sign-in fields. */
export function newTable({
  id,
  order,
  newId,
  name = '',
  type = 'Base',
}: {
  id: string
  order: number
  newId: NewId
  name?: string
  type?: TableType
}): Table {
  const columns = type === 'Auth' ? AUTH_COLUMNS.map((part) => newAuthColumn(part, newId)) : []
  return { id, name, order, type, columns, rules: Rules.parse({}) }
}
