import { type Conversion, lossOf } from './conversion.ts'
import { fillOf } from './fill-of.ts'
import type { Check, StepClass } from './plan.ts'
import {
  addStep,
  countRows,
  measureOf,
  nextTrashName,
  type Planning,
  slowUnlessEmpty,
  touch,
} from './planning.ts'
import { newName } from './stored-names.ts'
import { type ColumnChange, isUnique } from './table-change.ts'

/** Converts a field or fills its empty rows; the previous values are retained for an undo. */
export function planRewrite(
  planning: Planning,
  change: ColumnChange & { conversion: Conversion; empty: Check | undefined },
): void {
  const { table, column, shape, conversion, empty } = change
  const { columnId } = shape
  const { tableId } = table
  const fill = shape.isRequired ? fillOf(shape.column) : undefined
  const former = column.previousForm?.form === shape.form ? column.previousForm : undefined
  const losing: Check | undefined =
    lossOf(conversion) === 'none' || former
      ? undefined
      : {
          key: `losing:${columnId}:${conversion.to}`,
          kind: 'losing',
          table: table.name,
          column: column.name,
          conversion,
          ...(column.form === 'secret' ? { isSecret: true } : {}),
        }
  const verdict = classifyRewrite(planning, { ...change, losing })
  touch(planning, { tableId, columnId })
  addStep(planning, {
    id: `rewriteColumn:${columnId}`,
    ...verdict,
    inverse: `Bring the former values of field "${column.definition.name}" of "${change.target.name}" back.`,
    tableId,
    columnId,
    operation: {
      kind: 'rewriteColumn',
      tableId,
      shape,
      from: column.name,
      newName: newName(columnId),
      trashName: nextTrashName(planning, columnId),
      definition: column.definition,
      conversion,
      ...(fill === undefined ? {} : { fill }),
      ...(former ? { former } : {}),
    },
    checks: [losing, empty].filter((check) => check !== undefined),
  })
}

function classifyRewrite(
  planning: Planning,
  change: ColumnChange & {
    conversion: Conversion
    empty: Check | undefined
    losing: Check | undefined
  },
) {
  const { table, target, column, shape, conversion, empty, losing } = change
  const shown = `field "${shape.name}" of "${target.name}"`
  const empties = measureOf(planning, empty)
  const lost = measureOf(planning, losing)
  const hasFill = fillOf(shape.column) !== undefined
  if (
    empties &&
    empties.rows > (hasFill ? (isUnique(target, shape.columnId) ? 1 : empties.rows) : 0)
  ) {
    const why = hasFill ? 'its default would repeat' : 'it has no default'
    const words = `The ${shown} cannot be required: ${countRows(empties.rows)} would be without a value, and ${why}.`
    return { class: 'blocking' as StepClass, words, measure: empties }
  }
  const filled =
    hasFill && empty ? ` ${empties ? countRows(empties.rows) : 'Empty rows'} get its default.` : ''
  const renamed = column.definition.name === shape.name ? '' : ` (was "${column.definition.name}")`
  if (conversion.from === conversion.to) {
    const words = `Fill ${shown}${renamed}.${filled}`
    return { class: slowUnlessEmpty(table), words }
  }
  const words = `Change ${shown}${renamed} from ${conversion.from} to ${conversion.to}.`
  if (losing && lost?.rows !== 0) {
    const count = lost ? countRows(lost.rows) : 'Rows whose value does not fit'
    return {
      class: 'lossy' as StepClass,
      words: `${words} ${count} ${lost?.rows === 1 ? 'loses' : 'lose'} a value.${filled}`,
      measure: lost,
    }
  }
  return { class: slowUnlessEmpty(table), words: `${words}${filled}` }
}
