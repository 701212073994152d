import type { Column } from '@plinth/contract'
import { describeCell } from '../cells/cell-view.tsx'
import { useNames } from '../related/relation-cell.tsx'
import { listChoices } from '../rows/list-choices.ts'
import { gridStrings as strings } from '../strings/grid-strings.ts'

/** Further related rows of a long list show their ids. */
const MAX_NAMES = 24

interface TheirValueProps {
  field: Column | undefined
  value: unknown
}

/** What another user stored in a cell, as the cell shows it. */
export function TheirValue({ field, value }: TheirValueProps) {
  const tableId = field?.type === 'relation' ? field.options.tableId : undefined
  const ids = tableId === undefined ? [] : listChoices(value).slice(0, MAX_NAMES)
  const names = useNames(tableId ?? '', ids)
  const known = new Map(ids.map((id, at) => [id, names?.[at] ?? '']))
  return strings.theirs(describeCell(field, value, known))
}
