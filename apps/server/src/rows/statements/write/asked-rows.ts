import { render, type Statement } from '../../../databases/sql/render.ts'
import {
  bound,
  joinSql,
  markComputed,
  raw,
  type Sql,
  sql,
} from '../../../foundation/platform/sql.ts'
import { both } from '../expression/condition.ts'
import type { RowRef, Scope } from '../expression/scope.ts'

/**
 * Bound in place of a rule's answer: the rows for which the rule held when `question` was asked. The runner asks
 * it on the reader's connection before the write and binds what came back, as JSON.
 */
export class AskedRows {
  readonly question: Statement

  constructor(question: Statement) {
    this.question = question
  }

  /** Called by the driver: no statement may run before its question was asked. */
  toPostgres(): never {
    throw new Error('a rule that reads a Computed table was not asked')
  }
}

interface Asked {
  /** The rule over the rows of `from`. */
  readonly rule: Sql
  readonly from: readonly Sql[]
  /** Which of those rows the write is about. */
  readonly where: readonly Sql[]
}

/** PostgreSQL may not run a Computed table's query with the rights of a write. */
const isAskedApart = ({ model }: Scope, rule: Sql) =>
  rule.readsComputed === true && model.dialect.engine === 'postgres'

const VERSION = raw('YYYY-MM-DD"T"HH24:MI:SS.US"Z"')

function versionOf({ alias, table }: RowRef): Sql {
  const { cell } = table.columns.get('updatedOn') ?? {}
  return cell ? sql`to_char(${alias}.${cell} at time zone 'UTC', '${VERSION}')` : raw(`''`)
}

/** Marked, so that the write it becomes part of is known to need the reader. */
function askedRows({ model }: Scope, question: Sql): Sql {
  return markComputed(bound(new AskedRows(render(question, model.dialect.style))))
}

/** The rule itself, or that a stored row is one it held for and has not changed since. */
export function askRule(scope: Scope, row: RowRef, { rule, from, where }: Asked): Sql {
  if (!isAskedApart(scope, rule)) return rule
  const id = sql`(${row.alias}.${row.table.key})::text`
  const version = versionOf(row)
  const sources = joinSql(from, ', ')
  const question = sql`select ${id} as id, ${version} as version from ${sources} where ${both([...where, rule])}`
  const asked = askedRows(scope, question)
  return sql`(${id}, ${version}) in (select e.v ->> 'id', e.v ->> 'version' from jsonb_array_elements(${asked}::jsonb) as e(v))`
}

/** The rule itself, or that it held for a row that is not stored yet. */
export function askRuleOfNew(scope: Scope, { rule, from, where }: Asked): Sql {
  if (!isAskedApart(scope, rule)) return rule
  const sources = joinSql(from, ', ')
  const question = sql`select 1 as held from ${sources} where ${both([...where, rule])}`
  return sql`jsonb_array_length(${askedRows(scope, question)}::jsonb) > 0`
}
