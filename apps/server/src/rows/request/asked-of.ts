import { type Checked, type Comparing, type RowPath, touchesRow } from '@plinth/expression'
import type { DataTable } from '../../databases/sql/data-model.ts'
import type { Asked } from '../../foundation/http/calls/request-trace.ts'
import type { Ask } from './ask.ts'

const NOTHING: Asked = { equal: '', ranged: '', sorted: '', toEnd: false }

/** A path that an index of the table could stand for. */
function ownColumn(table: DataTable, path: RowPath): string | undefined {
  const { start, hops, column, keys, modifier } = path
  if (start.key !== '' || hops.length > 0 || keys.length > 0 || modifier !== undefined)
    return undefined
  const own = table.columns.get(column.name)
  return own?.cell && own.form !== 'json' ? column.id : undefined
}

/** A field of the row beside what no row decides; nothing about what is empty, which is two things. */
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

/** Reads what must hold of every row: alternatives narrow nothing that one index could serve. */
function narrow(table: DataTable, checked: Checked, found: Narrowed): void {
  if (checked.type === 'all') for (const item of checked.items) narrow(table, item, found)
  if (checked.type !== 'compare') return
  const id = comparedColumn(table, checked)
  if (id === undefined) return
  if (checked.family === 'equal' || checked.family === 'member') found.equal.add(id)
  if (checked.family === 'order') found.ranged.add(id)
}

/** Which fields a page asked for; the texts were read for the answer already and are kept. */
export function askedOf(ask: Ask): Asked {
  const { environment, table, judge, query, trace } = ask
  const { $filter, $sort, $limit } = query
  if ($filter === undefined && $sort === undefined) return NOTHING
  const { seesHidden } = judge.viewer
  const found: Narrowed = { equal: new Set(), ranged: new Set() }
  const filter = environment.rules.filter({ table, text: $filter ?? '', seesHidden })
  if (filter.ok && filter.checked) narrow(table, filter.checked, found)
  const rule = judge.isStaff ? undefined : environment.rules.rule(table, 'list')
  if (rule?.ok && rule.rule.type === 'open') narrow(table, rule.rule.checked, found)
  const sort = $sort ? environment.rules.sort({ table, text: $sort, seesHidden }) : undefined
  const keys = sort?.ok ? sort.keys.filter(({ path }) => path.column.name !== 'id') : []
  const sorted = keys.map(({ path, isDescending }) => {
    // An order by something of another row is known to be there, not by what.
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
