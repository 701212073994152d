import { type Conversion, lossOf, staysAsItIs } from './conversion.ts'
import type { CurrentColumn, CurrentTable } from './current-state.ts'
import { fillOf } from './fill-of.ts'
import type { Check } from './plan.ts'
import { planRewrite } from './plan-rewrite.ts'
import {
  addStep,
  countRows,
  measureOf,
  nextTrashName,
  type Planning,
  slowUnlessEmpty,
  touch,
} from './planning.ts'
import type { ColumnShape } from './shapes.ts'
import { newName } from './stored-names.ts'
import { type ColumnChange, isUnique, type TableChange } from './table-change.ts'

/** Plans a table's own fields; relation keys are planned with their pairs. */
export function planColumns(planning: Planning, change: TableChange): void {
  const { table, target } = change
  for (const shape of target.columns) {
    if (shape.key) continue
    const column = table.columns.get(shape.columnId)
    if (column && !column.key) planChange(planning, { ...change, column, shape })
    else planAdd(planning, { ...change, shape })
  }
  const wanted = new Set(target.columns.filter((shape) => !shape.key).map((each) => each.columnId))
  for (const column of table.columns.values()) {
    if (!column.key && !wanted.has(column.columnId)) planDrop(planning, { table, column })
  }
  for (const column of table.extra) planDrop(planning, { table, column })
}

/** Adds a field; existing rows get its default. */
export function planAdd(
  planning: Planning,
  change: TableChange & { shape: ColumnShape; isMoved?: boolean },
): void {
  const { table, target, shape, isMoved = false } = change
  const { tableId } = table
  const { columnId, name } = shape
  const defaultFill = fillOf(shape.column)
  const mayNotRepeat = isUnique(target, columnId)
  const fill = mayNotRepeat && !shape.isRequired ? undefined : defaultFill
  const needsRows = !isMoved && shape.isRequired && (fill === undefined || mayNotRepeat)
  const check: Check | undefined = needsRows
    ? { key: `rows:${tableId}`, kind: 'rows', table: table.name }
    : undefined
  const measure = measureOf(planning, check)
  const rows = measure?.rows ?? table.rows ?? 0
  const isBlocked = needsRows && measure !== undefined && rows > (fill === undefined ? 0 : 1)
  const filled = fill === undefined ? '' : '; existing rows get its default'
  const because = fill === undefined ? 'it has no default' : 'its default would repeat'
  touch(planning, { tableId, columnId })
  addStep(planning, {
    id: `addColumn:${columnId}`,
    class: isBlocked ? 'blocking' : 'safe',
    words: isBlocked
      ? `Field "${name}" of "${target.name}" is required, but ${because} and ${countRows(rows)} would be without one.`
      : `Add field "${name}" to "${target.name}"${filled}.`,
    inverse: `Move field "${name}" of "${target.name}" to the trash.`,
    tableId,
    columnId,
    operation: {
      kind: 'addColumn',
      tableId,
      shape,
      newName: newName(columnId),
      ...(fill === undefined ? {} : { fill }),
    },
    ...(check ? { checks: [check] } : {}),
    ...(isBlocked ? { measure } : {}),
  })
}

/** Moves a field to the trash. */
export function planDrop(
  planning: Planning,
  place: { table: CurrentTable; column: CurrentColumn; reason?: 'dropped' | 'replaced' },
): void {
  const { table, column, reason = 'dropped' } = place
  const { tableId } = table
  const { columnId } = column
  const shown = `field "${column.definition.name}" of "${table.definition.name}"`
  const check: Check = {
    key: `values:${columnId}`,
    kind: 'values',
    table: table.name,
    column: column.name,
    ...(column.form === 'secret' ? { isSecret: true } : {}),
  }
  const measure = measureOf(planning, check)
  const isLossy = reason === 'dropped' && measure?.rows !== 0
  const lost = measure ? `, with a value in ${countRows(measure.rows)}` : ''
  touch(planning, { tableId, columnId })
  addStep(planning, {
    id: `trashColumn:${columnId}`,
    class: isLossy ? 'lossy' : 'safe',
    words:
      reason === 'dropped'
        ? `Move ${shown} to the trash${lost}; it can be restored for 30 days.`
        : `Keep the old values of ${shown} in the trash for 30 days.`,
    inverse: `Bring ${shown} back with its values.`,
    tableId,
    columnId,
    operation: {
      kind: 'trashColumn',
      tableId,
      columnId,
      from: column.name,
      trashName: nextTrashName(planning, columnId),
      definition: column.definition,
      reason,
    },
    ...(reason === 'dropped' ? { checks: [check], measure } : {}),
  })
}

function planChange(planning: Planning, change: ColumnChange): void {
  const { column, shape } = change
  const former = column.previousForm?.form === shape.form ? column.previousForm : undefined
  const conversion = { from: column.form, to: shape.form }
  const canBeEmpty = !column.isRequired || lossOf(conversion) !== 'none'
  // A restored column met the constraint before; if newer rows do not, applying fails.
  const needsValues = shape.isRequired && canBeEmpty && !former
  const empty = needsValues ? checkEmpty(change, conversion) : undefined
  const empties = measureOf(planning, empty)?.rows
  const fill = shape.isRequired ? fillOf(shape.column) : undefined
  const mustFill = needsValues && fill !== undefined && empties !== 0
  if (former || mustFill || !staysAsItIs(conversion)) {
    planRewrite(planning, { ...change, conversion, empty })
    return
  }
  if (column.name !== shape.name) planRename(planning, change)
  if (shape.isRequired !== column.isRequired) planRequired(planning, { ...change, empty })
}

function checkEmpty({ table, column, shape }: ColumnChange, { from, to }: Conversion): Check {
  const key = `empty:${column.columnId}:${to}`
  return {
    key,
    kind: 'empty',
    table: table.name,
    column: column.name,
    form: from,
    to: shape.form,
  }
}

export function planRename(
  planning: Planning,
  { table, target, column, shape }: ColumnChange,
): void {
  const { columnId } = shape
  const was = column.definition.name
  const isBack = was === shape.name
  addStep(planning, {
    id: `renameColumn:${columnId}`,
    class: 'safe',
    words: isBack
      ? `Bring field "${was}" of "${target.name}" back with its values.`
      : `Rename field "${was}" of "${target.name}" to "${shape.name}".`,
    inverse: isBack
      ? `Move field "${was}" of "${target.name}" to the trash.`
      : `Rename field "${shape.name}" of "${target.name}" back to "${was}".`,
    tableId: table.tableId,
    columnId,
    operation: {
      kind: 'renameColumn',
      tableId: table.tableId,
      columnId,
      from: column.name,
      to: shape.name,
    },
  })
}

/** Makes a field required or optional; rows without a value block the step. */
export function planRequired(
  planning: Planning,
  change: ColumnChange & { empty?: Check | undefined },
): void {
  const { table, target, column, shape, empty } = change
  const { columnId, name, isRequired } = shape
  const measure = isRequired ? measureOf(planning, empty) : undefined
  const isBlocked = (measure?.rows ?? 0) > 0
  const [now, then] = isRequired ? ['required', 'optional'] : ['optional', 'required']
  addStep(planning, {
    id: `setRequired:${columnId}`,
    class: isBlocked ? 'blocking' : isRequired ? slowUnlessEmpty(table) : 'safe',
    words: isBlocked
      ? `Field "${name}" of "${target.name}" cannot be required: ${countRows(measure?.rows ?? 0)} without a value, and it has no default.`
      : `Make field "${name}" of "${target.name}" ${now}.`,
    inverse: `Make field "${name}" of "${target.name}" ${then} again.`,
    tableId: table.tableId,
    columnId,
    operation: {
      kind: 'setRequired',
      tableId: table.tableId,
      columnId,
      from: column.name,
      to: name,
      isRequired,
    },
    ...(empty && isRequired ? { checks: [empty] } : {}),
    ...(isBlocked ? { measure } : {}),
  })
}
