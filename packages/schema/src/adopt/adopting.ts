import type { Configuration, Table } from '@plinth/contract'
import type { LiveCatalogue, LiveTable } from '../plan/live-catalogue.ts'

/** A table that is taken over: as it is there, as the draft has it, and as it will be recorded. */
export interface AdoptedPair {
  live: LiveTable
  drafted: Table | undefined
  table: Table
}

export interface Adopting {
  live: Pick<LiveCatalogue, 'engine' | 'tables'>
  draft: Configuration
  /** The same id for the same path every time, so that adopting can be repeated. */
  idOf: (path: string) => string
}
