import type { DataModel, DataTable } from '../../../databases/sql/data-model.ts'
import { render, type Statement } from '../../../databases/sql/render.ts'
import { raw, type Sql, sql } from '../../../foundation/platform/sql.ts'
import { newRow, newScope } from '../expression/scope.ts'
import { rowAnswer, WHOLE_ROW } from '../select/row-object.ts'
import type { WriteStep } from './write-plan.ts'

export interface Audited {
  /** The audit table, quoted, with its schema. */
  readonly entries: Sql
  readonly table: DataTable
  readonly ids: readonly string[]
  readonly action: 'created' | 'updated' | 'deleted'
  readonly staffId: string
  /** The app user as whom they act. */
  readonly actsAs?: string
  readonly requestId: string
  readonly now: number
}

/** An audit entry contains what staff may see, so no hashed values. */
const SEEN = { view: WHOLE_ROW, viewer: { seesHidden: true } }

/** In the action between what was done and the app user as whom staff did it: older databases and archives have no column. */
export const ACTS_AS = ' as '

const UNCOUNTED = { failing: { reason: 'moved' } } as const

/** One audit entry per row, with the current row in `before` or `after`. */
export function compileAuditEntries(
  model: DataModel,
  audited: Audited,
  side: 'before' | 'after',
): WriteStep {
  const { dialect } = model
  const { entries, table, ids, now } = audited
  const scope = newScope(model)
  const row = newRow(scope, table)
  const key = sql`${row.alias}.${table.key}`
  const text = (value: string) => dialect.bind('text', value)
  const action = audited.action + (audited.actsAs ? ACTS_AS + audited.actsAs : '')
  const statement = sql`insert into ${entries} (staff_id, action, table_id, table_name, request_id, created_on, row_id, ${raw(side)}) select ${text(audited.staffId)}, ${text(action)}, ${text(table.id)}, ${text(table.name)}, ${text(audited.requestId)}, ${dialect.bind('date', now)}, ${dialect.idAsText(key)}, ${rowAnswer(scope, row, SEEN)} from ${table.from} as ${row.alias} where ${dialect.isAnyOf(key, 'id', ids)}`
  return { ...UNCOUNTED, statement: render(statement, dialect.style) }
}

/** Adds the new rows to the audit entries of this request. */
export function compileAuditAfter(
  model: DataModel,
  { entries, table, requestId }: Audited,
): WriteStep {
  const { dialect } = model
  const scope = newScope(model)
  const row = newRow(scope, table)
  const id = dialect.idAsText(sql`${row.alias}.${table.key}`)
  const after = rowAnswer(scope, row, SEEN)
  const statement = sql`update ${entries} set after = ${after} from ${table.from} as ${row.alias} where request_id = ${dialect.bind('text', requestId)} and row_id = ${id}`
  return { ...UNCOUNTED, statement: render(statement, dialect.style) }
}

/** Deletes the oldest entries before a time, at most `limit`; the index by time makes it cheap where there are none. */
export function compileAuditExpiry(
  { dialect }: DataModel,
  { entries, before, limit }: { entries: Sql; before: number; limit: number },
): WriteStep {
  const old = sql`select id from ${entries} where created_on < ${dialect.bind('date', before)} order by created_on, id limit ${raw(String(limit))}`
  const statement = sql`delete from ${entries} where id in (${old})`
  return { ...UNCOUNTED, statement: render(statement, dialect.style) }
}

type Imported = Omit<Audited, 'ids' | 'action'> & { readonly action: string }

/** One audit entry for all rows of an import. */
export function compileImportAudit({ dialect }: DataModel, imported: Imported): Statement {
  const { entries, table, staffId, requestId, action, now } = imported
  const text = (value: string) => dialect.bind('text', value)
  const statement = sql`insert into ${entries} (staff_id, action, table_id, table_name, request_id, created_on) values (${text(staffId)}, ${text(action)}, ${text(table.id)}, ${text(table.name)}, ${text(requestId)}, ${dialect.bind('date', now)})`
  return render(statement, dialect.style)
}
