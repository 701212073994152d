import type { FileValue, Row } from './protocol/wire-types.ts'

/** A value of a json column. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** Values accepted by image and file columns: a file to upload, or a stored file. */
export type FileInput = FileValue | Blob

/** Compile-time types of one table; generated modules have one entry per table. */
export interface TableTypes {
  row: { id: string }
  create: object
  update: object
  /** Names of the table's relations. */
  relation: string
}

/** Shape of a generated module's `Tables`; allows an interface. */
export type TableMap<Tables> = { [Name in keyof Tables]: TableTypes }

interface AnyTable {
  row: Row
  create: Record<string, unknown>
  update: Record<string, unknown>
  relation: string
}

/** Untyped tables: accepts any name and value. */
export type AnyTables = Record<string, AnyTable>

export type TableName<Tables> = Extract<keyof Tables, string>

/** Names of a row's columns. */
export type ColumnName<T extends TableTypes> = Exclude<
  Extract<keyof T['row'], string>,
  'expand' | '$more'
>

/** Names of image and file columns. */
export type FileColumn<T extends TableTypes> = {
  [Name in ColumnName<T>]: unknown extends T['row'][Name & keyof T['row']]
    ? Name
    : NonNullable<T['row'][Name & keyof T['row']]> extends FileValue | readonly FileValue[]
      ? Name
      : never
}[ColumnName<T>]

type Expanded<T extends TableTypes> = T['row'] extends { expand?: infer E } ? NonNullable<E> : never

/** The rows that a relation leads to, as `expand` has them. */
export type RelatedRow<T extends TableTypes, Name extends string> = Name extends keyof Expanded<T>
  ? NonNullable<Expanded<T>[Name]> extends readonly (infer Value)[]
    ? Value
    : NonNullable<Expanded<T>[Name]>
  : Row
