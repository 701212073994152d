import type { Configuration, Table } from '@plinth/contract'
import type { LiveCatalogue, LiveTable } from '../plan/live-catalogue.ts'

/** An adopted table: as it exists, as drafted, and as it will be recorded. */
export interface AdoptedPair {
  live: LiveTable
  drafted: Table | undefined
  table: Table
}

export interface Adopting {
  live: Pick<LiveCatalogue, 'engine' | 'tables'>
  draft: Configuration
  /** Deterministic ids by path, so that adopting can be repeated. */
  idOf: (path: string) => string
}
