import type { Configuration, Table } from '@plinth/contract'
import type { ReactNode } from 'react'
import type { PlacedColumn } from './columns/grid-layout.ts'
import type { GridSort } from './columns/grid-sort.ts'
import type { Density } from './columns/use-grid-preferences.ts'
import type { PendingChanges } from './pending/pending-changes.ts'
import type { GridEnvironment } from './rows/use-grid-environment.ts'

export interface StoredGridProps {
  projectId: string
  table: Table
  /** The synced name of the table. */
  stored: string
  synced: Configuration
  environment: GridEnvironment
  /** All columns, hidden ones included. */
  all: readonly PlacedColumn[]
  columns: readonly PlacedColumn[]
  sort: GridSort
  filter: string
  onFilter: (filter: string) => void
  density: Density
  /** Whether relations show display values. */
  isNamed: boolean
  pending: PendingChanges
  header: (columns: readonly PlacedColumn[], onSelectAll: () => void) => ReactNode
  columnsMenu: ReactNode
  viewsMenu: ReactNode
  onDensity: (density: Density) => void
  /** Called to show a hidden column that has an error or a conflict. */
  onShowColumn: (key: string) => void
  onAddField?: (() => void) | undefined
  note?: ReactNode
}
