import { printConditions } from '../../../state/filter/conditions.ts'
import { type FilterField, operatorsOf } from '../../../state/filter/filter-fields.ts'
import { isEmpty } from '../cells/cell-value.ts'
import { isHashed } from '../cells/print-cell.ts'
import { listChoices } from '../rows/list-choices.ts'
import { type GridModel, valueAt } from '../selection/grid-model.ts'
import type { CellPosition } from '../selection/selection.ts'

/** The filter for rows with the value of a cell; undefined if its type has none. */
export function filterOfCell(model: GridModel, cell: CellPosition): string | undefined {
  const column = model.columns[cell.col]
  const { field, stored } = column ?? {}
  if (stored === undefined || isHashed(field) || (!field && column?.key !== 'id')) return undefined
  const filtered: FilterField = {
    name: stored,
    type: field?.type ?? 'id',
    hasMultiple: field !== undefined && 'hasMultiple' in field.options && field.options.hasMultiple,
    options: [],
    tableId: undefined,
  }
  const value = valueAt(model, cell)
  const wanted = isEmpty(value) ? ['isEmpty'] : ['is', 'has']
  const operator = operatorsOf(filtered).find(({ id }) => wanted.includes(id))
  if (!operator) return undefined
  const values = Array.isArray(value) ? listChoices(value).slice(0, 1) : [`${value}`]
  const item = { field: stored, operator: operator.id, values }
  return printConditions({ join: 'and', items: [item] }, [filtered]) || undefined
}
