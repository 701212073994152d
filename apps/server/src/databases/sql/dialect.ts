import type { Database } from '@plinth/contract'
import type { Sql } from '../../foundation/platform/sql.ts'

/** What a bound value or a stored cell is to the database. */
export type Form = 'text' | 'id' | 'integer' | 'decimal' | 'bool' | 'date' | 'json'

/** A JSON value of a row, to be asked what it is; asking never fails, whatever it is. */
export interface JsonNode {
  /** Null or not there. */
  readonly isNull: Sql
  /** Each is null unless the value is of that kind. */
  readonly text: Sql
  readonly number: Sql
  readonly bool: Sql
  /** Characters of a text, items of a list, otherwise 0. */
  readonly length: Sql
}

/** A list to look through, item by item. */
interface Items<T> {
  readonly from: Sql
  readonly item: T
}

/** A column of sent rows; its values are those of the wire, dates as ISO text. */
interface RecordField {
  readonly cell: Sql
  readonly form: Form
}

/** A key of an answered row with its value on the wire. */
export interface Field {
  readonly key: string
  readonly value: Sql
  /** What it certainly is; undefined where only the value itself tells. */
  readonly form?: Form
  /** Where it is stored in the row itself. */
  readonly cell?: Sql
}

/** How one engine spells what both can do; `alias` is a name that nothing else has. */
export interface Dialect {
  readonly engine: Database
  readonly style: '$' | '?'
  /** A value as it is bound; null where it cannot be one of that form. */
  encode(form: Form, value: unknown): unknown
  /** A value known before any row is seen. */
  bind(form: Form, value: unknown): Sql
  /** Values of one form as one bound list. */
  values(form: Form, values: readonly unknown[], alias: string): Items<Sql>
  isAnyOf(value: Sql, form: Form, values: readonly unknown[]): Sql

  /** A text by code points, for `<` and `order by`. */
  ordered(text: Sql): Sql
  /** Lower case of A–Z only. */
  lower(text: Sql): Sql
  /** Code points of a text. */
  length(text: Sql): Sql
  idAsText(id: Sql): Sql
  /** Whether a lower-case text is like a pattern whose escape is `\`. */
  like(lowered: Sql, pattern: Sql): Sql
  position(text: Sql, part: Sql): Sql
  /** A moment, or just after the stored one where that is as late: no two versions of a row are alike. */
  later(stored: Sql, moment: Sql): Sql
  /** The bytes of a text, cheaply. */
  size(text: Sql): Sql

  json(document: Sql, keys: readonly (string | number)[]): JsonNode
  /** Items of a list; nothing of anything else. */
  items(document: Sql, alias: string): Items<JsonNode>
  /** Items of a list, nothing of null, the value itself of anything else. */
  each(document: Sql, keys: readonly (string | number)[], alias: string): Items<JsonNode>
  /** Whether two JSON values are the same text, number or boolean. */
  isSameScalar(left: JsonNode, right: JsonNode): Sql

  /** Values of the wire as one JSON list. */
  array(values: readonly Sql[]): Sql
  /** A row's values as one JSON object, by key. */
  object(fields: readonly (readonly [key: string, value: Sql])[]): Sql
  /** The column `j` of a sub-select, in its order, as a JSON list. */
  objects(rows: Sql): Sql
  ids(rows: Sql): Sql
  /** A cell as its value on the wire, inside an object. */
  wire(form: Form, cell: Sql): Sql
  /** An object that comes out of a sub-select, to stand inside another. */
  nested(object: Sql): Sql
  /** Sent rows as a table of cells, under the columns' own names. */
  records(fields: readonly RecordField[], rows: readonly unknown[][], alias: string): Sql
  /** Ids with their places from 0. */
  numbered(ids: readonly string[], alias: string): Items<Sql> & { readonly position: Sql }
  /** Whether a statement that writes can answer with whatever the row leads to, and not its own cells only. */
  readonly returnsRows: boolean
  /** Whether many small rows are handed over at less cost than one that is made of them. */
  readonly handsRows: boolean
  /** The texts of several rows as one, between commas, in order, of those rows that meet a condition. */
  joined(text: Sql, order: Sql, condition: Sql): Sql
  /** A row as the text that is answered. */
  spell(fields: readonly Field[]): Sql
  /** Any other JSON as text. */
  answer(object: Sql): Sql
}
