import type { Column, Configuration, Table } from '@plinth/contract'
import { reuseIdentity } from '../compare/reuse-identity.ts'
import type { NewId } from '../model/edit-result.ts'
import { findColumn, findTable } from '../model/find-table.ts'
import { freshIds } from '../model/fresh-ids.ts'
import { COLUMN_LIMIT } from '../model/limits.ts'
import { withColumns } from '../model/with-columns.ts'
import { mayRelate, type RelationColumn, resolveCounterpart } from './find-counterpart.ts'
import { newReverseColumn } from './new-reverse-column.ts'
import { isPairInSync, rememberSide, syncRelation } from './sync-relation.ts'
import { draftTables, type TableDraft } from './table-draft.ts'

/**
 * Repairs relations after an edit: creates missing reverse fields, removes fields without a counterpart and
 * synchronises pairs. `before` shows which side was edited; without `newId` nothing is created.
 */
export function pairRelations({
  configuration,
  before,
  newId,
}: {
  configuration: Configuration
  before?: Configuration
  newId?: NewId
}): Configuration {
  const draft = draftTables(configuration)
  if (newId) createReverseColumns({ draft, before, newId: freshIds({ configuration, newId }) })
  removeOrphans(draft)
  keepInStep(draft, before)
  return before ? reuseIdentity(draft.finish(), before) : draft.finish()
}

type Creation = { draft: TableDraft; before: Configuration | undefined; newId: NewId }

function createReverseColumns({ draft, before, newId }: Creation): void {
  forEachRelation(draft, (position, column) => {
    const table = draft.tableAt(position)
    if (!column.options.isParent || !mayRelate(table) || !isFirst(draft, { table, column })) return
    if (resolveCounterpart(draft.lookup, { table, column })) return
    const target = draft.lookup(column.options.tableId)
    if (!mayRelate(target) || target.columns.length >= COLUMN_LIMIT) return
    if (lostItsCounterpart(column, findColumn(before && findTable(before, table.id), column.id))) {
      return
    }
    const reverse = newReverseColumn({ id: newId(), table, column, target })
    const options = { ...column.options, columnId: reverse.id }
    draft.replaceColumn(position, { from: column, to: { ...column, options } })
    const targetPosition = draft.positionOf(target.id)
    const grown = draft.tableAt(targetPosition)
    draft.replaceTable(targetPosition, { ...grown, columns: [...grown.columns, reverse] })
  })
}

/** An unedited reference without a target: its other side was deleted, so it is removed too. */
function lostItsCounterpart(column: RelationColumn, was: Column | undefined): boolean {
  return (
    was?.type === 'relation' &&
    column.options.columnId !== '' &&
    was.options.tableId === column.options.tableId &&
    was.options.columnId === column.options.columnId
  )
}

/** With a duplicate id, nothing could point back at the second field. */
function isFirst(draft: TableDraft, { table, column }: { table: Table; column: Column }): boolean {
  return draft.lookup(table.id) === table && findColumn(table, column.id) === column
}

function removeOrphans(draft: TableDraft): void {
  for (let position = 0; position < draft.count; position++) {
    const table = draft.tableAt(position)
    const stays = (column: Column) =>
      column.type !== 'relation' ||
      (mayRelate(table) && resolveCounterpart(draft.lookup, { table, column }) !== undefined)
    if (table.columns.every(stays)) continue
    draft.replaceTable(position, withColumns(table, table.columns.filter(stays)))
  }
}

function keepInStep(draft: TableDraft, before: Configuration | undefined): void {
  forEachRelation(draft, (position, column) => {
    const table = draft.tableAt(position)
    const other = resolveCounterpart(draft.lookup, { table, column })
    if (!other || isPairInSync(column, other.column)) return
    const [mine, theirs] = syncRelation(
      rememberSide({ before, tableId: table.id, column }),
      rememberSide({ before, tableId: other.table.id, column: other.column }),
    )
    draft.replaceColumn(position, { from: column, to: mine })
    draft.replaceColumn(draft.positionOf(other.table.id), { from: other.column, to: theirs })
  })
}

function forEachRelation(
  draft: TableDraft,
  visit: (position: number, column: RelationColumn) => void,
): void {
  for (let position = 0; position < draft.count; position++) {
    for (const column of draft.tableAt(position).columns) {
      if (column.type === 'relation') visit(position, column)
    }
  }
}
