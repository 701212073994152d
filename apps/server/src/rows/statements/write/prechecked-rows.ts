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
 * Bound in place of a rule's result: the rows for which the rule held when `question` ran. The runner runs it
 * on the reader's connection before the write and binds the result as JSON.
 */
export class PrecheckedRows {
  readonly query: Statement

  constructor(question: Statement) {
    this.query = question
  }

  /** Called by the driver: a statement must not run before its precheck. */
  toPostgres(): never {
    throw new Error('compile: precheck of a rule over a Computed table did not run')
  }
}

interface RulePrecheck {
  /** The rule over the rows of `from`. */
  readonly rule: Sql
  readonly from: readonly Sql[]
  /** Restricts them to the rows of the write. */
  readonly where: readonly Sql[]
}

/** PostgreSQL must not run a Computed table's query with the privileges of a write. */
const needsPrecheck = ({ model }: Scope, rule: Sql) =>
  rule.readsComputed === true && model.dialect.engine === 'postgres'

const VERSION = raw('YYYY-MM-DD"T"HH24:MI:SS.US"Z"')

function versionOf({ alias, table }: RowRef): Sql {
  const { cell } = table.columns.get('updatedOn') ?? {}
  return cell ? sql`to_char(${alias}.${cell} at time zone 'UTC', '${VERSION}')` : raw(`''`)
}

/** Marked, so that the write that contains it is known to need the reader. */
function bindPrecheck({ model }: Scope, question: Sql): Sql {
  return markComputed(bound(new PrecheckedRows(render(question, model.dialect.style))))
}

/** The rule itself, or the condition that a stored row passed the precheck and has not changed since. */
export function precheckRule(scope: Scope, row: RowRef, { rule, from, where }: RulePrecheck): Sql {
  if (!needsPrecheck(scope, rule)) return rule
  const id = sql`(${row.alias}.${row.table.key})::text`
  const version = versionOf(row)
  const sources = joinSql(from, ', ')
  const question = sql`select ${id} as id, ${version} as version from ${sources} where ${both([...where, rule])}`
  const asked = bindPrecheck(scope, question)
  return sql`(${id}, ${version}) in (select e.v ->> 'id', e.v ->> 'version' from jsonb_array_elements(${asked}::jsonb) as e(v))`
}

/** The rule itself, or the condition that a row that is not stored yet passed the precheck. */
export function precheckRuleOfNewRow(scope: Scope, { rule, from, where }: RulePrecheck): Sql {
  if (!needsPrecheck(scope, rule)) return rule
  const sources = joinSql(from, ', ')
  const question = sql`select 1 as held from ${sources} where ${both([...where, rule])}`
  return sql`jsonb_array_length(${bindPrecheck(scope, question)}::jsonb) > 0`
}
