import { type Checked, type Comparing, type RowPath, touchesRow } from '@plinth/expression'
import type { DataTable } from '../../databases/sql/data-model.ts'
import type { RequestedFields } from '../../foundation/http/calls/request-trace.ts'
import type { RowRequest } from './row-request.ts'

const NOTHING: RequestedFields = { equal: '', ranged: '', sorted: '', toEnd: false }

/** The id of the column if the path is a plain column of the table, which an index could cover. */
function ownColumn(table: DataTable, path: RowPath): string | undefined {
  const { start, hops, column, keys, modifier } = path
  if (start.key !== '' || hops.length > 0 || keys.length > 0 || modifier !== undefined)
    return undefined
  const own = table.columns.get(column.name)
  return own?.cell && own.form !== 'json' ? column.id : undefined
}

/** The column that is compared with a value known before rows are read. Comparisons with empty match two values (null and ''), so they do not count. */
function comparedColumn(table: DataTable, comparing: Comparing): string | undefined {
  const { left, targets, isNegated } = comparing
  if (isNegated || left.type !== 'path') return undefined
  const isPlain = targets.every(
    ({ operand, comparison }) => comparison !== 'empty' && !touchesRow(operand),
  )
  return isPlain ? ownColumn(table, left) : undefined
}

interface Narrowed {
  equal: Set<string>
  ranged: Set<string>
}

/** Collects the columns of conditions joined by AND; one index cannot serve alternatives. */
function narrow(table: DataTable, checked: Checked, found: Narrowed): void {
  if (checked.type === 'all') for (const item of checked.items) narrow(table, item, found)
  if (checked.type !== 'compare') return
  const id = comparedColumn(table, checked)
  if (id === undefined) return
  if (checked.family === 'equal' || checked.family === 'member') found.equal.add(id)
  if (checked.family === 'order') found.ranged.add(id)
}

/** The columns a list filters and sorts by, for the request log. The texts are parsed already and come from the rule cache. */
export function queryShapeOf(rowRequest: RowRequest): RequestedFields {
  const { environment, table, policy, query, trace } = rowRequest
  const { $filter, $sort, $limit } = query
  if ($filter === undefined && $sort === undefined) return NOTHING
  const { seesHidden } = policy.viewer
  const found: Narrowed = { equal: new Set(), ranged: new Set() }
  const filter = environment.rules.filter({ table, text: $filter ?? '', seesHidden })
  if (filter.ok && filter.checked) narrow(table, filter.checked, found)
  const rule = policy.isStaff ? undefined : environment.rules.rule(table, 'list')
  if (rule?.ok && rule.rule.type === 'open') narrow(table, rule.rule.checked, found)
  const sort = $sort ? environment.rules.sort({ table, text: $sort, seesHidden }) : undefined
  const keys = sort?.ok ? sort.keys.filter(({ path }) => path.column.name !== 'id') : []
  const sorted = keys.map(({ path, isDescending }) => {
    // A sort key of another table is recorded as present, without its column.
    return `${isDescending ? '-' : ''}${ownColumn(table, path) ?? '?'}`
  })
  const hasTotal = query.$version === 'v2' && query.$count === 'true'
  return {
    equal: [...found.equal].join(','),
    ranged: [...found.ranged].join(','),
    sorted: sorted.join(','),
    toEnd: hasTotal || (trace?.rows ?? 0) < $limit,
  }
}
