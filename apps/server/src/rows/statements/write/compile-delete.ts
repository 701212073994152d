import type { Folded } from '@plinth/expression'
import type { DataColumn, DataModel, DataTable } from '../../../databases/sql/data-model.ts'
import { render } from '../../../databases/sql/render.ts'
import { raw, sql } from '../../../foundation/platform/sql.ts'
import { compileExpression } from '../expression/compile-expression.ts'
import { both, not, TRUE } from '../expression/condition.ts'
import { newRow, newScope } from '../expression/scope.ts'
import { precheckRule } from './prechecked-rows.ts'
import type { WritePlan, WriteStep } from './write-plan.ts'

export interface Deletion {
  readonly table: DataTable
  readonly ids: readonly string[]
  readonly rule: Folded
}

/**
 * Deletes rows that the rule allows, all or none. The database unsets relations to them; required ones are
 * counted first, but only after the rule was checked, so that callers learn nothing about rows they may not
 * delete.
 */
export function compileDelete(model: DataModel, { table, ids, rule }: Deletion): WritePlan {
  const { dialect } = model
  const scope = newScope(model)
  const row = newRow(scope, table)
  const isNamed = dialect.isAnyOf(sql`${row.alias}.${table.key}`, 'id', ids)
  const allowed = precheckRule(scope, row, {
    rule: compileExpression(scope, rule, row),
    from: [sql`${table.from} as ${row.alias}`],
    where: [isNamed],
  })
  const chosen = both([isNamed, allowed])
  const expects = new Set(ids).size
  const step = { expects, failing: { reason: 'denied' } } as const
  const remove = sql`delete from ${table.from} as ${row.alias} where ${chosen} returning ${table.key} as id`
  const last: WriteStep = { ...step, statement: render(remove, dialect.style) }
  const needed = findNeeding(model, table).map((each) =>
    countNeeding(model, { ...each, ids, isSelf: each.table === table }),
  )
  if (needed.length === 0) return { steps: [last] }
  const look = sql`select ${row.alias}.${table.key} as id from ${table.from} as ${row.alias} where ${chosen}`
  return { steps: [{ ...step, statement: render(look, dialect.style) }, ...needed, last] }
}

interface Needing {
  readonly table: DataTable
  readonly column: DataColumn
}

/** Required relation columns of any table that point to this one. */
function findNeeding({ tables }: DataModel, table: DataTable): readonly Needing[] {
  return [...tables.values()].flatMap((other) =>
    [...other.columns.values()]
      .filter(({ relation, cell, definition }) =>
        Boolean(relation?.target === table.name && cell && definition?.options.isRequired),
      )
      .map((column) => ({ table: other, column })),
  )
}

interface Counting extends Needing {
  readonly ids: readonly string[]
  readonly isSelf: boolean
}

function countNeeding({ dialect }: DataModel, { table, column, ids, isSelf }: Counting): WriteStep {
  const points = dialect.isAnyOf(column.cell ?? raw(''), 'id', ids)
  // Rows that are deleted together do not block each other.
  const stays = isSelf ? not(dialect.isAnyOf(table.key, 'id', ids)) : TRUE
  const count = sql`select count(*) as count from ${table.from} where ${both([points, stays])} having count(*) > 0`
  return {
    statement: render(count, dialect.style),
    expects: 0,
    failing: { reason: 'needed', table: table.name, column: column.name },
  }
}
