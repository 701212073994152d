import { MAX_LINKS } from '@plinth/contract'
import type { Folded } from '@plinth/expression'
import { columnNamed, type DataColumn, type DataTable } from '../../../databases/sql/data-model.ts'
import { joinSql, raw, type Sql, sql, whole } from '../../../foundation/platform/sql.ts'
import { compileExpression } from '../expression/compile-expression.ts'
import { both } from '../expression/condition.ts'
import { followRelation } from '../expression/follow-relation.ts'
import type { RowRef, Scope } from '../expression/scope.ts'

interface Linking {
  readonly row: RowRef
  readonly name: string
  /** The rule that a related row must meet to be shown. */
  readonly rule: (table: DataTable) => Folded
  /** Only ids are read, which a join table has. */
  readonly isIdOnly?: boolean
}

/** The rows of a relation that a caller sees, in the order in which they are shown. */
interface LinkedRows {
  readonly other: RowRef
  readonly id: Sql
  /** The position in a join table. */
  readonly position: Sql | undefined
  readonly from: Sql
  readonly where: Sql
  readonly order: Sql
}

export function linkedRows(scope: Scope, linking: Linking): LinkedRows {
  const { row, name, rule, isIdOnly } = linking
  const { place } = columnNamed(row.table, name).relation ?? {}
  const { row: other, tables, position } = followRelation(scope, row, name)
  const isShown = rule(other.table)
  const [join] = tables
  if (isIdOnly && isShown === true && place?.kind === 'join' && join && position) {
    const id = sql`${join.alias}.${raw(place.other)}`
    return { other, id, position, from: join.from, where: join.on, order: sql`${position}, ${id}` }
  }
  const id = sql`${other.alias}.${other.table.key}`
  return {
    other,
    id,
    position,
    from: joinSql(
      tables.map((table) => table.from),
      ', ',
    ),
    where: both([...tables.map((table) => table.on), compileExpression(scope, isShown, other)]),
    // Ids start with their creation time, so this orders by creation.
    order: position ? sql`${position}, ${id}` : id,
  }
}

interface List {
  readonly column: DataColumn
  readonly rule: Folded
  /** The number of related rows or ids that the answer has. */
  readonly max: number
}

/**
 * The entry of a list in `$more`: its name, the number of all its rows and the cursor after the last one shown; null for
 * a list that is shown whole. Counts only lists that are longer than a column.
 */
export function moreOfList(scope: Scope, row: RowRef, { column, rule, max }: List): Sql {
  const { dialect } = scope.model
  const { id, position, from, where, order } = linkedRows(scope, {
    row,
    name: column.name,
    rule: () => rule,
    isIdOnly: true,
  })
  const at = (place: number) => sql`order by ${order} limit 1 offset ${whole(place)}`
  const isLonger = (than: number) =>
    sql`exists (select 1 from ${from} where ${where} limit 1 offset ${whole(than)})`
  const key = position
    ? sql`${position} || '.' || ${dialect.idAsText(id)}`
    : sql`'.' || ${dialect.idAsText(id)}`
  const last = sql`select '"' || ${key} || '"' from ${from} where ${where} ${at(max - 1)}`
  const cursor =
    max === MAX_LINKS
      ? sql`(${last})`
      : sql`case when ${isLonger(max)} then (${last}) else 'null' end`
  const total = sql`(select count(*) from ${from} where ${where})`
  const name = raw(`'${JSON.stringify(column.name).replaceAll("'", "''")}:{"total":'`)
  return sql`case when ${isLonger(MAX_LINKS)} then ${name} || ${total} || ',"cursor":' || ${cursor} || '}' end`
}
