import { type ErasurePlan, MAX_ERASED_ROWS, RowQuery } from '@plinth/contract'
import type { DataTable } from '../../../databases/sql/data-model.ts'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import { readFilter } from '../../read/read-selection.ts'
import { staffPolicy } from '../../request/access-policy.ts'
import type { OpenTable, WriteOrigin } from '../../request/row-request.ts'
import { compileCount } from '../../statements/select/compile-select.ts'
import { compilePointing } from '../../statements/write/compile-erasure.ts'
import { type RelatedColumn, relatedColumns } from '../export/related-columns.ts'

type PlannedRows = ErasurePlan['rows'][number]

/** The rows that go with a person, by table in the order in which they were found. */
export interface Erasure {
  readonly doomed: ReadonlyMap<DataTable, ReadonlySet<string>>
  readonly rows: readonly PlannedRows[]
}

const TOO_MANY = `More than ${MAX_ERASED_ROWS} rows would be deleted with this user. Delete or reassign some of them first.`

interface Finding {
  readonly open: OpenTable
  readonly origin: WriteOrigin
  readonly doomed: Map<DataTable, Set<string>>
  count: number
}

async function idsPointing(
  { open: { environment, runner } }: Finding,
  { table, column }: RelatedColumn,
  ids: readonly string[],
): Promise<readonly string[]> {
  const limit = MAX_ERASED_ROWS + 1
  const statement = compilePointing(environment.model, { table, column, ids, limit })
  return (await runner.read(environment, statement)).map(({ id }) => String(id))
}

/** Dooms the rows that need these ones; returns those that were not doomed before. */
function doom(finding: Finding, table: DataTable, ids: readonly string[]): readonly string[] {
  const known = finding.doomed.get(table) ?? new Set()
  const added = ids.filter((id) => !known.has(id))
  for (const id of added) known.add(id)
  finding.doomed.set(table, known)
  finding.count += added.length
  if (finding.count > MAX_ERASED_ROWS) throw new ApiError('conflict', TOO_MANY)
  return added
}

/** How many rows of another table are linked to the person in a table of links. */
async function countLinked(
  { open, origin }: Finding,
  { table, column }: RelatedColumn,
  userId: string,
): Promise<number> {
  const operator = column.relation?.isMany ? '?=' : '='
  const $filter = `${column.name} ${operator} ${JSON.stringify(userId)}`
  const query = RowQuery.parse({ $filter })
  const request = { ...open, table, query, origin, policy: staffPolicy() }
  const selection = { table, rule: true, filter: readFilter(request) } as const
  const { environment, runner } = open
  const [counted] = await runner.read(environment, compileCount(environment.model, selection))
  return Number(counted?.total ?? 0)
}

/**
 * What goes with a person: rows whose required relation names them or a row that goes, and links that are unset. Reads
 * only; the write checks again that no other row needs a deleted one.
 */
export async function findErasure(
  open: OpenTable,
  { origin, userId }: { origin: WriteOrigin; userId: string },
): Promise<Erasure> {
  const finding: Finding = { open, origin, doomed: new Map(), count: 0 }
  const { model } = open.environment
  const unlinked: (RelatedColumn & { ids: readonly string[] })[] = []
  const rows: PlannedRows[] = []
  const queue = [{ table: open.table, ids: doom(finding, open.table, [userId]) }]
  for (const { table, ids } of queue) {
    if (ids.length === 0) continue
    for (const related of relatedColumns(model, table)) {
      const { column, table: other } = related
      const names = { table: other.name, field: column.name }
      const isStored = column.cell !== undefined
      if (isStored && column.definition?.options.isRequired) {
        const added = doom(finding, other, await idsPointing(finding, related, ids))
        if (added.length > 0) rows.push({ ...names, rows: added.length, effect: 'deleted' })
        queue.push({ table: other, ids: added })
      } else if (isStored) {
        unlinked.push({ ...related, ids: await idsPointing(finding, related, ids) })
      } else if (column.relation?.place.kind === 'join' && table === open.table) {
        const count = await countLinked(finding, related, userId)
        if (count > 0) rows.push({ ...names, rows: count, effect: 'unlinked' })
      }
    }
  }
  for (const { table, column, ids } of unlinked) {
    const doomed = finding.doomed.get(table)
    const count = ids.filter((id) => !doomed?.has(id)).length
    if (count > 0)
      rows.push({ table: table.name, field: column.name, rows: count, effect: 'unlinked' })
  }
  return { doomed: finding.doomed, rows }
}

export function countDoomed({ doomed }: Erasure): number {
  return [...doomed.values()].reduce((sum, ids) => sum + ids.size, 0)
}
