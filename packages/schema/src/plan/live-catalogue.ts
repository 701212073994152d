import type { Column, Configuration, Database, Table } from '@plinth/contract'
import type { JoinShape } from './shapes.ts'

export interface LiveColumn {
  name: string
  /** As spelled by the database. */
  type: string
  isRequired: boolean
  /** The database fills the column if it is omitted. */
  hasDefault: boolean
}

export interface LiveIndex {
  name: string
  columns: string[]
  isUnique: boolean
  /** False for the remains of a failed concurrent index build. */
  isValid: boolean
}

export interface LiveForeignKey {
  name: string
  column: string
  /** Name of the referenced table. */
  target: string
}

/** A table or view as described by the database. */
export interface LiveTable {
  name: string
  kind: 'table' | 'view'
  columns: LiveColumn[]
  indexes: LiveIndex[]
  foreignKeys: LiveForeignKey[]
  /** Estimated number of rows; null if unknown. */
  rows: number | null
}

/** A dropped object in the trash, retained for 30 days. */
export type TrashedItem = {
  id: string
  /** Its current name in the database. */
  goneName: string
  /** Its original name. */
  name: string
  migrationId: string
  goneOn: string
  /** `replaced`: superseded by a converted version; only an undo restores it. */
  reason: 'dropped' | 'replaced'
} & (
  | { kind: 'table'; tableId: string; definition: Table }
  | { kind: 'column'; tableId: string; columnId: string; definition: Column }
  | { kind: 'join'; definition: JoinShape }
)

/** Live database objects, and the configuration recorded when it was last applied. */
export interface LiveCatalogue {
  engine: Database
  /** The PostgreSQL schema; `main` in SQLite. */
  schema: string
  /** Changes with everything that a plan depends on. */
  digest: string
  applied: Configuration
  tables: LiveTable[]
  gone: TrashedItem[]
}
