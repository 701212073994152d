import { useEffect, useEffectEvent } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { FIELD_PARAMETER, ROW_PARAMETER, TABLE_PARAMETER } from '../../state/places.ts'
import type { PlacedColumn } from './columns/grid-layout.ts'
import type { StoredGridState } from './use-stored-grid.ts'

interface AddressTarget {
  tableId: string
  grid: StoredGridState
  total: number | undefined
  columns: readonly PlacedColumn[]
  showRow: (rowId: string) => void
  onShowColumn: (key: string) => void
  onOpenRow: () => void
}

/** Shows the row or the field that the address names. A row is found by a filter, as it may be anywhere in the table. */
export function useAddressTarget(options: AddressTarget): void {
  const { grid, columns, total } = options
  const { key } = useLocation()
  const [params] = useSearchParams()
  const isHere = params.get(TABLE_PARAMETER) === options.tableId
  const row = isHere ? params.get(ROW_PARAMETER) : null
  const field = isHere ? params.get(FIELD_PARAMETER) : null
  const place = columns.findIndex((column) => column.key === field)

  const filter = useEffectEvent((id: string) => options.showRow(id))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same row may be named again
  useEffect(() => {
    if (row !== null) filter(row)
  }, [row, key])

  const isFound = row !== null && total === 1
  const open = useEffectEvent(() => {
    grid.goTo(0)
    options.onOpenRow()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same row may be named again
  useEffect(() => {
    if (isFound) open()
  }, [isFound, key])

  const show = useEffectEvent((id: string) => {
    if (place >= 0) grid.goTo(0, place)
    else options.onShowColumn(id)
  })
  const isLoaded = total !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same field may be named again
  useEffect(() => {
    if (field !== null && isLoaded) show(field)
  }, [field, place, isLoaded, key])
}
