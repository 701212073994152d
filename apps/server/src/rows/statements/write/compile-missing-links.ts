import type { Folded } from '@plinth/expression'
import { type DataModel, type DataTable, tableNamed } from '../../../databases/sql/data-model.ts'
import { render, type Statement } from '../../../databases/sql/render.ts'
import { joinSql, type Sql, sql } from '../../../foundation/platform/sql.ts'
import { compileExpression } from '../expression/compile-expression.ts'
import { both, exists, not } from '../expression/condition.ts'
import { newRow, newScope } from '../expression/scope.ts'
import type { SentRow } from './write-plan.ts'

interface Linked {
  readonly table: DataTable
  readonly rows: readonly SentRow[]
  /** The rule that a row must meet to be linked: the view rule of its table; none for staff. */
  readonly viewRule?: (table: DataTable) => Folded
}

/**
 * Finds sent ids that name no row the caller can see, as `path` and `id`: hidden rows are reported like
 * missing ones. Undefined if no relation was sent.
 */
export function compileMissingLinks(
  model: DataModel,
  { table, rows, viewRule }: Linked,
): Statement | undefined {
  const { dialect } = model
  const scope = newScope(model)
  const parts: Sql[] = []
  for (const { name, relation } of table.columns.values()) {
    if (!relation) continue
    const ids = new Set(rows.flatMap(({ values }) => idsIn(values.get(name))))
    if (ids.size === 0) continue
    const other = newRow(scope, tableNamed(model, relation.target))
    const items = dialect.numbered([...ids], scope.newAlias())
    const isIt = sql`${other.alias}.${other.table.key} = ${items.item}`
    const rule = compileExpression(scope, viewRule?.(other.table) ?? true, other)
    const found = exists({
      from: [sql`${other.table.from} as ${other.alias}`],
      where: [both([isIt, rule])],
    })
    parts.push(
      sql`select ${dialect.bind('text', name)} as path, ${items.item} as id from ${items.from} where ${not(found)}`,
    )
  }
  return parts.length === 0 ? undefined : render(joinSql(parts, ' union all '), dialect.style)
}

function idsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value : []
}
