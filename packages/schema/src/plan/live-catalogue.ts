import type { Column, Configuration, Database, Table } from '@plinth/contract'
import type { JoinShape } from './shapes.ts'

export interface LiveColumn {
  name: string
  /** As the database spells it. */
  type: string
  isRequired: boolean
  /** The database fills it itself when it is left out. */
  hasDefault: boolean
}

export interface LiveIndex {
  name: string
  columns: string[]
  isUnique: boolean
  /** False for what a broken concurrent build left behind. */
  isValid: boolean
}

export interface LiveForeignKey {
  name: string
  column: string
  /** The name of the table it points to. */
  target: string
}

/** A table or view as the database itself describes it. */
export interface LiveTable {
  name: string
  kind: 'table' | 'view'
  columns: LiveColumn[]
  indexes: LiveIndex[]
  foreignKeys: LiveForeignKey[]
  /** About how many rows, where the database knows without counting. */
  rows: number | null
}

/** What was dropped and is kept for 30 days. */
export type TrashedItem = {
  id: string
  /** Where it stands now. */
  goneName: string
  /** What it was called. */
  name: string
  migrationId: string
  goneOn: string
  /** `replaced`: another form of it took its place; only an undo brings it back. */
  reason: 'dropped' | 'replaced'
} & (
  | { kind: 'table'; tableId: string; definition: Table }
  | { kind: 'column'; tableId: string; columnId: string; definition: Column }
  | { kind: 'join'; definition: JoinShape }
)

/** What is really there, beside what was recorded when it was last applied. */
export interface LiveCatalogue {
  engine: Database
  /** Of PostgreSQL; `main` in SQLite. */
  schema: string
  /** Changes whenever anything here does that a plan depends on. */
  digest: string
  applied: Configuration
  tables: LiveTable[]
  gone: TrashedItem[]
}
