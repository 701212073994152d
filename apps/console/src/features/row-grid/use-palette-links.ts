import { useStopReason } from '../../state/availability.ts'
import { usePaletteActions } from '../../state/palette-actions.ts'
import { modKey } from '../../ui/primitives/kbd.tsx'
import type { OpenedBy } from './panel/use-row-panel.ts'
import type { StoredGridProps } from './stored-grid-props.ts'
import { gridStrings as strings } from './strings/grid-strings.ts'
import { importStrings } from './strings/import-strings.ts'
import { useAddressTarget } from './use-address-target.ts'
import type { StoredGridState } from './use-stored-grid.ts'

interface PaletteLinks extends StoredGridProps {
  grid: StoredGridState
  total: number | undefined
  /** Shows this row alone. */
  showRow: (rowId: string) => void
  setPanel: (openedBy: OpenedBy) => void
  setImporting: (isImporting: boolean) => void
}

/** Shows the row or field that the command palette opened, and offers the grid's actions in it. */
export function usePaletteLinks(props: PaletteLinks): void {
  const { grid, total, columns, showRow, onShowColumn } = props
  useAddressTarget({
    tableId: props.table.id,
    ...{ grid, total, columns, showRow, onShowColumn },
    onOpenRow: () => props.setPanel('pointer'),
  })
  const isFixed = useStopReason() !== undefined || props.environment.isReadOnly
  const actions = [
    { label: strings.addRow, keys: modKey('Enter'), run: grid.addRow },
    { label: importStrings.menu, run: () => props.setImporting(true) },
  ]
  usePaletteActions(isFixed ? [] : actions)
}
