import type { DataColumn, DataModel, DataTable } from '../../../databases/sql/data-model.ts'
import { render, type Statement } from '../../../databases/sql/render.ts'
import { raw, type Sql, sql, whole } from '../../../foundation/platform/sql.ts'
import type { WriteStep } from './write-plan.ts'

interface Pointing {
  readonly table: DataTable
  /** A relation that is stored in the rows of the table. */
  readonly column: DataColumn
  readonly ids: readonly string[]
  readonly limit: number
}

/** The ids of rows that point to any of these rows. */
export function compilePointing(
  { dialect }: DataModel,
  { table, column, ids, limit }: Pointing,
): Statement {
  const points = dialect.isAnyOf(column.cell ?? raw('null'), 'id', ids)
  const rows = sql`select ${table.key} as id from ${table.from} where ${points} limit ${whole(limit)}`
  return render(rows, dialect.style)
}

interface Forgetting {
  /** The audit table, quoted, with its schema. */
  readonly entries: Sql
  readonly table: DataTable
  readonly ids: readonly string[]
  readonly staffId: string
  readonly requestId: string
  readonly now: number
}

const UNCOUNTED = { failing: { reason: 'moved' } } as const

/** Removes the stored values of rows from their audit entries, and adds an entry without values for each row. */
export function compileForgetting(
  { dialect }: DataModel,
  { entries, table, ids, ...by }: Forgetting,
): readonly WriteStep[] {
  const text = (value: string) => dialect.bind('text', value)
  const forget = sql`update ${entries} set before = null, after = null where table_id = ${text(table.id)} and ${dialect.isAnyOf(raw('row_id'), 'text', ids)}`
  const key = dialect.idAsText(table.key)
  const add = sql`insert into ${entries} (staff_id, action, table_id, table_name, request_id, created_on, row_id) select ${text(by.staffId)}, ${text('erased')}, ${text(table.id)}, ${text(table.name)}, ${text(by.requestId)}, ${dialect.bind('date', by.now)}, ${key} from ${table.from} where ${dialect.isAnyOf(table.key, 'id', ids)}`
  return [forget, add].map((one) => ({ ...UNCOUNTED, statement: render(one, dialect.style) }))
}
