import type { Attention } from './clashes.ts'

/** The one after the selected cell, in the order of the list; after the last one, and from other cells, the first. */
export function nextAttention(
  list: readonly Attention[],
  selected: { id: string | undefined; column: string | undefined } | undefined,
): Attention | undefined {
  const at = list.findIndex(
    ({ id, column }) => id === selected?.id && (column === undefined || column === selected.column),
  )
  return list[(at + 1) % list.length]
}
