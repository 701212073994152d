import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { PlacedColumn } from './grid-layout.ts'

interface Shown {
  tableId: string
  columns: readonly PlacedColumn[]
}

/** Scrolls to a newly added column, which may be anywhere because columns are sorted by order. */
export function useRevealNewColumn(row: RefObject<HTMLElement | null>, shown: Shown): void {
  const last = useRef(shown)
  const { tableId, columns } = shown
  useLayoutEffect(() => {
    const before = last.current
    last.current = { tableId, columns }
    if (before.tableId !== tableId) return
    const known = new Set(before.columns.map(({ key }) => key))
    const [fresh, ...others] = columns.filter(({ key }) => !known.has(key))
    if (!fresh || others.length > 0) return
    const cell = row.current?.querySelector(`[data-column="${CSS.escape(fresh.key)}"]`)
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [row, tableId, columns])
}
