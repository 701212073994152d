import { type Binder, type Checked, type Folded, listBinders, ROW_KEY } from '@plinth/expression'
import { type DataTable, tableNamed } from '../../../databases/sql/data-model.ts'
import { type Sql, sql } from '../../../foundation/platform/sql.ts'
import { compileCompare } from './compile-compare.ts'
import { compileMember } from './compile-member.ts'
import { both, either, exists, FALSE, not, type Source, TRUE } from './condition.ts'
import { followHops } from './follow-hops.ts'
import { groupByRows, mentionedKeys } from './group-by-rows.ts'
import { type LinkViewer, linkRule } from './link-rule.ts'
import { type Bindings, inTime, newRow, type RowRef, type Scope } from './scope.ts'

/** Compiles a folded expression about a row; without a row it may only use `@table`. */
export function compileExpression(scope: Scope, folded: Folded, row?: RowRef): Sql {
  if (typeof folded === 'boolean') return folded ? TRUE : FALSE
  return compileNode(scope, folded, new Map(row ? [[ROW_KEY, row]] : []))
}

interface Limits extends LinkViewer {
  readonly listRule: (table: DataTable) => Folded
}

/**
 * The scope of a caller's filter or sort: related rows count only if their table's list rule allows the
 * caller to see them, and the id of a to-one relation only if it is shown. A rule itself sees every row, so
 * rules never call each other.
 */
export function limitedScope(scope: Scope, { listRule, viewRule }: Limits): Scope {
  return {
    ...scope,
    limit: (row) => compileExpression(scope, listRule(row.table), row),
    limitId: (row) => compileExpression(scope, linkRule({ viewRule }, row.table), row),
    showsIds: (table) => linkRule({ viewRule }, table) === true,
  }
}

function compileNode(scope: Scope, node: Checked, bindings: Bindings): Sql {
  switch (node.type) {
    case 'constant':
      return node.value ? TRUE : FALSE
    case 'not':
      return not(compileNode(scope, node.item, bindings))
    case 'any':
      return either(node.items.map((item) => compileNode(scope, item, bindings)))
    case 'all':
      return compileList(scope, node.items, bindings)
    case 'compare':
      return compileList(scope, [node], bindings)
  }
}

/** One && list: items that share a bound row become one EXISTS, the others are separate conditions. */
function compileList(scope: Scope, items: readonly Checked[], bindings: Bindings): Sql {
  const fresh = listBinders(items).filter((binder) => !bindings.has(binder.key))
  if (fresh.length === 0) return both(items.map((item) => compileItem(scope, item, bindings)))
  const { alone, groups } = groupByRows(items, fresh)
  return both([
    ...alone.map((item) => compileItem(scope, item, bindings)),
    ...groups.map((group) => chooseRows(scope, { ...group, bindings })),
  ])
}

interface Choice {
  readonly binders: readonly Binder[]
  readonly items: readonly Checked[]
  readonly bindings: Bindings
}

/** One nested EXISTS per bound row, with every condition in the outermost EXISTS possible. */
function chooseRows(scope: Scope, { binders, items, bindings }: Choice): Sql {
  const [binder, ...rest] = binders
  if (!binder) return both(items.map((item) => compileItem(scope, item, bindings)))
  const waits = (item: Checked): boolean => {
    const keys = mentionedKeys(item)
    return rest.some((other) => keys.has(other.key))
  }
  const { row, from, where } = candidates(scope, binder, bindings)
  const chosen = new Map(bindings).set(binder.key, row)
  const ready = items.filter((item) => !waits(item))
  const inner = chooseRows(scope, { binders: rest, items: items.filter(waits), bindings: chosen })
  const conditions = ready.map((item) => compileItem(scope, item, chosen))
  return exists({ from, where: [...where, ...conditions, inner] })
}

function candidates(
  scope: Scope,
  { table, origin }: Binder,
  bindings: Bindings,
): Source & { readonly row: RowRef } {
  if (!origin) {
    const row = newRow(scope, tableNamed(scope.model, table))
    const isWithinTime = inTime(scope, sql`${row.alias}.${row.table.key}`)
    const where = [...(scope.limit ? [scope.limit(row)] : []), ...isWithinTime]
    return { row, from: [sql`${row.table.from} as ${row.alias}`], where }
  }
  const start = bindings.get(origin.key)
  if (!start) throw new Error('compile: row bound before its origin')
  const hops = origin.hops.map((hop) => hop.column.name)
  const { end, from, where } = followHops(scope, { origin: start, hops, keepsMissing: false })
  return { row: end, from, where }
}

function compileItem(scope: Scope, item: Checked, bindings: Bindings): Sql {
  if (item.type !== 'compare') return compileNode(scope, item, bindings)
  return item.family === 'member'
    ? compileMember(scope, item, bindings)
    : compileCompare(scope, item, bindings)
}
