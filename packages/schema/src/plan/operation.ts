import { Column, Table } from '@plinth/contract'
import * as z from 'zod'
import { Conversion } from './conversion.ts'
import { Form } from './form.ts'
import { ColumnShape, IndexShape, JoinShape } from './shapes.ts'

/** JSON value for rows without a value. */
const Fill = z.json()
export type Fill = z.infer<typeof Fill>

const text = z.string()
const ofTable = { tableId: text }
const ofColumn = { tableId: text, columnId: text }
const reason = z.enum(['dropped', 'replaced'])

/** Storage of a relation's links; names are those before the change, except in a target. */
export const LinkStorage = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('join'), name: text }),
  z.strictObject({
    kind: z.literal('key'),
    ...ofColumn,
    name: text,
    /** The side that has the key column. */
    holder: z.enum(['first', 'second']),
    isUnique: z.boolean(),
  }),
])
export type LinkStorage = z.infer<typeof LinkStorage>

/** How an undo restores replaced values in rows that were not changed since. */
const Former = z.strictObject({ trashName: text, form: Form, fill: Fill.exactOptional() })
export type Former = z.infer<typeof Former>

const operation = <K extends string, S extends z.ZodRawShape>(kind: K, shape: S) =>
  z.strictObject({ kind: z.literal(kind), ...shape })

/** One database operation; `from` is a name before the change, `to` one after it. */
export const Operation = z.discriminatedUnion('kind', [
  operation('createTable', {
    ...ofTable,
    to: text,
    columns: z.array(ColumnShape),
    indexes: z.array(IndexShape),
  }),
  /** Adds the timestamp columns to an adopted table. */
  operation('addMoments', { ...ofTable, names: z.array(text) }),
  operation('renameTable', { ...ofTable, from: text, to: text }),
  operation('trashTable', { ...ofTable, from: text, trashName: text, definition: Table }),
  operation('addColumn', {
    ...ofTable,
    shape: ColumnShape,
    newName: text,
    fill: Fill.exactOptional(),
  }),
  operation('renameColumn', { ...ofColumn, from: text, to: text }),
  operation('rewriteColumn', {
    ...ofTable,
    shape: ColumnShape,
    from: text,
    newName: text,
    trashName: text,
    definition: Column,
    conversion: Conversion,
    fill: Fill.exactOptional(),
    former: Former.exactOptional(),
  }),
  operation('trashColumn', {
    ...ofColumn,
    from: text,
    trashName: text,
    definition: Column,
    reason,
  }),
  operation('setRequired', { ...ofColumn, from: text, to: text, isRequired: z.boolean() }),
  operation('addForeignKey', { ...ofColumn, from: text, to: text, targetId: text }),
  operation('createIndex', { ...ofTable, index: IndexShape }),
  operation('dropIndex', { ...ofTable, name: text }),
  operation('createJoin', { join: JoinShape }),
  operation('renameJoin', { from: text, to: text }),
  operation('trashJoin', { from: text, trashName: text, definition: JoinShape, reason }),
  operation('moveLinks', {
    pairKey: text,
    first: text,
    second: text,
    from: LinkStorage,
    to: LinkStorage,
    /** Links that were lost when the current storage was filled; an undo restores them. */
    former: LinkStorage.exactOptional(),
  }),
  operation('dropView', { ...ofTable, from: text }),
  operation('createView', { ...ofTable, to: text, query: text }),
  /** Changes only the recorded configuration. */
  operation('record', {}),
])
export type Operation = z.infer<typeof Operation>

export type OperationKind = Operation['kind']
export type OperationOf<K extends OperationKind> = Extract<Operation, { kind: K }>
