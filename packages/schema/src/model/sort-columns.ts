import type { Column } from '@plinth/contract'

/** Sorts fields as shown: by order; fields with the same order stay as in the configuration's list. */
export function sortColumns(columns: readonly Column[]): Column[] {
  return [...columns].sort((left, right) => left.order - right.order)
}

/** Numbers the fields 1…n, unless sorting by order already shows them in this sequence. */
export function arrangeColumns(columns: readonly Column[]): Column[] {
  const isShownSo = sortColumns(columns).every((column, at) => column === columns[at])
  return isShownSo ? [...columns] : numberColumns(columns)
}

/** Moves a field before the one at `index` in this sequence, and numbers all of them 1…n. */
export function moveColumn(
  columns: readonly Column[],
  { columnId, index }: { columnId: string; index: number },
): Column[] {
  const from = columns.findIndex(({ id }) => id === columnId)
  const column = columns[from]
  const to = Math.max(0, Math.min(columns.length - 1, index > from ? index - 1 : index))
  if (!column || to === from) return [...columns]
  return numberColumns(columns.toSpliced(from, 1).toSpliced(to, 0, column))
}

function numberColumns(columns: readonly Column[]): Column[] {
  return columns.map((column, at) =>
    column.order === at + 1 ? column : { ...column, order: at + 1 },
  )
}
