import type { FileValue, Row } from '@plinth/contract'

/** A value of a json column. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** What may be written into an image or file column: something to upload, or what is stored already. */
export type FileInput = FileValue | Blob

/** What is known of one table at compile time; a generated module has one entry per table. */
export interface TableTypes {
  row: { id: string }
  create: object
  update: object
  /** The names of its relations. */
  relation: string
}

/** The shape of a generated module's `Tables`; it may be an interface. */
export type TableMap<Tables> = { [Name in keyof Tables]: TableTypes }

interface AnyTable {
  row: Row
  create: Record<string, unknown>
  update: Record<string, unknown>
  relation: string
}

/** Tables of which nothing is known: every name and every value is taken. */
export type AnyTables = Record<string, AnyTable>

export type TableName<Tables> = Extract<keyof Tables, string>

/** The fields of a row that stand for columns. */
export type ColumnName<T extends TableTypes> = Exclude<Extract<keyof T['row'], string>, 'expand'>
