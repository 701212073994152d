import { printName } from '../compare/print-value.ts'
import type { CurrentTable } from './current-state.ts'
import type { Check } from './plan.ts'
import { planColumns } from './plan-columns.ts'
import { addStep, countRows, measureOf, nextTrashName, type Planning } from './planning.ts'

/** Plans new, changed and dropped tables. */
export function planTables(planning: Planning): void {
  const { current, target } = planning
  for (const shape of target.tables.values()) {
    const table = current.tables.get(shape.tableId)
    if (table) {
      if (table.name !== shape.name) planRename(planning, { table, to: shape.name })
      planMoments(planning, table)
      planColumns(planning, { table, target: shape })
    } else {
      const { tableId, name, columns, indexes } = shape
      addStep(planning, {
        id: `createTable:${tableId}`,
        class: 'safe',
        words: `Add table ${printName(name)}.`,
        inverse: `Move table ${printName(name)} to the trash.`,
        tableId,
        operation: { kind: 'createTable', tableId, to: name, columns, indexes },
      })
    }
  }
  for (const table of current.tables.values()) {
    if (!target.tables.has(table.tableId)) planDrop(planning, table)
  }
}

/** Only PostgreSQL has adopted tables; SQLite files are always created by Plinth. */
function planMoments(planning: Planning, { tableId, definition, missing }: CurrentTable): void {
  if (missing.length === 0 || planning.live.engine !== 'postgres') return
  const names = missing.map((name) => `"${name}"`).join(' and ')
  addStep(planning, {
    id: `addMoments:${tableId}`,
    class: 'safe',
    words: `Add ${names} to "${definition.name}"; existing rows get the present time.`,
    inverse: `${names} of "${definition.name}" stay.`,
    tableId,
    operation: { kind: 'addMoments', tableId, names: missing },
  })
}

function planRename(planning: Planning, { table, to }: { table: CurrentTable; to: string }): void {
  const { tableId, name: from } = table
  const was = table.definition.name
  const isBack = was === to
  addStep(planning, {
    id: `renameTable:${tableId}`,
    class: 'safe',
    words: isBack ? `Bring table "${to}" back with its rows.` : `Rename table "${was}" to "${to}".`,
    inverse: isBack ? `Move table "${to}" to the trash.` : `Rename table "${to}" back to "${was}".`,
    tableId,
    operation: { kind: 'renameTable', tableId, from, to },
  })
}

function planDrop(planning: Planning, table: CurrentTable): void {
  const { tableId, name: from, definition } = table
  const check: Check = { key: `rows:${tableId}`, kind: 'rows', table: from }
  const measure = measureOf(planning, check)
  const rows = measure ? ` with ${countRows(measure.rows)}` : ''
  addStep(planning, {
    id: `trashTable:${tableId}`,
    class: measure?.rows === 0 ? 'safe' : 'lossy',
    words: `Move table "${definition.name}"${rows} to the trash; it can be restored for 30 days.`,
    inverse: `Bring table "${definition.name}" back with its rows.`,
    tableId,
    operation: {
      kind: 'trashTable',
      tableId,
      from,
      trashName: nextTrashName(planning, tableId),
      definition,
    },
    checks: [check],
    measure,
  })
}
