import { Column, type Configuration, type Database, Table } from '@plinth/contract'
import * as z from 'zod'
import { JoinShape } from './shapes.ts'

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

const trashed = {
  id: z.string(),
  /** Its current name in the database. */
  trashName: z.string(),
  /** Its original name. */
  name: z.string(),
  migrationId: z.string(),
  trashedOn: z.string(),
  /** `replaced`: superseded by a converted version; only an undo restores it. */
  reason: z.enum(['dropped', 'replaced']),
}

/** A dropped object in the trash, retained for 30 days. */
export const TrashedItem = z.discriminatedUnion('kind', [
  z.strictObject({
    ...trashed,
    kind: z.literal('table'),
    tableId: z.string(),
    definition: Table,
  }),
  z.strictObject({
    ...trashed,
    kind: z.literal('column'),
    tableId: z.string(),
    columnId: z.string(),
    definition: Column,
  }),
  z.strictObject({ ...trashed, kind: z.literal('join'), definition: JoinShape }),
])
export type TrashedItem = z.infer<typeof TrashedItem>

/** Live database objects, and the configuration recorded when it was last applied. */
export interface LiveCatalogue {
  engine: Database
  /** The PostgreSQL schema; `main` in SQLite. */
  schema: string
  /** Changes with everything that a plan depends on. */
  digest: string
  applied: Configuration
  tables: LiveTable[]
  trash: TrashedItem[]
}
