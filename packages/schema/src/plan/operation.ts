import type { Column, Table } from '@plinth/contract'
import type { Conversion } from './conversion.ts'
import type { Form } from './form.ts'
import type { ColumnShape, IndexShape, JoinShape } from './shapes.ts'

/** JSON value for rows without a value. */
export type Fill =
  | string
  | number
  | boolean
  | null
  | readonly unknown[]
  | { [key: string]: unknown }

/** Storage of a relation's links; names are those before the change, except in a target. */
export type LinkStorage =
  | { kind: 'join'; name: string }
  | {
      kind: 'key'
      tableId: string
      columnId: string
      name: string
      /** The side that has the key column. */
      holder: 'first' | 'second'
      isUnique: boolean
    }

/** How an undo restores replaced values in rows that were not changed since. */
export interface Former {
  goneName: string
  form: Form
  fill?: Fill
}

/** One database operation; `from` is a name before the change, `to` one after it. */
export type Operation =
  | {
      kind: 'createTable'
      tableId: string
      to: string
      columns: ColumnShape[]
      indexes: IndexShape[]
    }
  /** Adds the timestamp columns to an adopted table. */
  | { kind: 'addMoments'; tableId: string; names: string[] }
  | { kind: 'renameTable'; tableId: string; from: string; to: string }
  | { kind: 'setAsideTable'; tableId: string; from: string; goneName: string; definition: Table }
  | {
      kind: 'addColumn'
      tableId: string
      shape: ColumnShape
      newName: string
      fill?: Fill
    }
  | { kind: 'renameColumn'; tableId: string; columnId: string; from: string; to: string }
  | {
      kind: 'rewriteColumn'
      tableId: string
      shape: ColumnShape
      from: string
      newName: string
      goneName: string
      definition: Column
      conversion: Conversion
      fill?: Fill
      former?: Former
    }
  | {
      kind: 'setAsideColumn'
      tableId: string
      columnId: string
      from: string
      goneName: string
      definition: Column
      reason: 'dropped' | 'replaced'
    }
  | {
      kind: 'setRequired'
      tableId: string
      columnId: string
      from: string
      to: string
      isRequired: boolean
    }
  | {
      kind: 'addForeignKey'
      tableId: string
      columnId: string
      from: string
      to: string
      targetId: string
    }
  | { kind: 'createIndex'; tableId: string; index: IndexShape }
  | { kind: 'dropIndex'; tableId: string; name: string }
  | { kind: 'createJoin'; join: JoinShape }
  | { kind: 'renameJoin'; from: string; to: string }
  | {
      kind: 'setAsideJoin'
      from: string
      goneName: string
      definition: JoinShape
      reason: 'dropped' | 'replaced'
    }
  | {
      kind: 'moveLinks'
      pairKey: string
      first: string
      second: string
      from: LinkStorage
      to: LinkStorage
      /** Links that were lost when the current storage was filled; an undo restores them. */
      former?: LinkStorage
    }
  | { kind: 'dropView'; tableId: string; from: string }
  | { kind: 'createView'; tableId: string; to: string; query: string }
  /** Changes only the recorded configuration. */
  | { kind: 'record' }

export type OperationKind = Operation['kind']
export type OperationOf<K extends OperationKind> = Extract<Operation, { kind: K }>
