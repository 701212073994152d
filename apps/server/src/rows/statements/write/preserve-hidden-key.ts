import { type DataColumn, tableNamed } from '../../../databases/sql/data-model.ts'
import { type Sql, sql } from '../../../foundation/platform/sql.ts'
import { compileExpression } from '../expression/compile-expression.ts'
import { exists } from '../expression/condition.ts'
import { type LinkViewer, linkRule } from '../expression/link-rule.ts'
import { newRow, type RowRef, type Scope } from '../expression/scope.ts'
import { precheckRule } from './prechecked-rows.ts'

interface SentKey {
  /** The stored row. */
  readonly stored: RowRef
  /** The ids of the written rows. */
  readonly ids: readonly string[]
  readonly column: DataColumn
  /** The sent value. */
  readonly cell: Sql
  readonly viewer: LinkViewer
}

/**
 * The new value of a cell. A to-one relation to a row that the caller cannot see reads as null, so sending
 * null back keeps it; another id replaces it.
 */
export function preserveHiddenKey(
  scope: Scope,
  { stored, ids, column, cell, viewer }: SentKey,
): Sql {
  const { relation } = column
  if (!relation || !column.cell) return cell
  const target = tableNamed(scope.model, relation.target)
  const rule = linkRule(viewer, target)
  if (rule === true) return cell
  const key = sql`${stored.alias}.${column.cell}`
  if (rule === false) return sql`coalesce(${cell}, ${key})`
  const other = newRow(scope, target)
  const from = [sql`${target.from} as ${other.alias}`]
  const isIt = sql`${other.alias}.${target.key} = ${key}`
  const isWritten = scope.model.dialect.isAnyOf(sql`${stored.alias}.${stored.table.key}`, 'id', ids)
  const shown = precheckRule(scope, other, {
    rule: compileExpression(scope, rule, other),
    from: [...from, sql`${stored.table.from} as ${stored.alias}`],
    where: [isIt, isWritten],
  })
  const isShown = exists({ from, where: [isIt, shown] })
  return sql`coalesce(${cell}, case when ${isShown} then null else ${key} end)`
}
