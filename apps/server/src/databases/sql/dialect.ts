import type { Database } from '@plinth/contract'
import type { Sql } from '../../foundation/platform/sql.ts'

/** The database type of a bound value or a stored cell. */
export type Form = 'text' | 'id' | 'integer' | 'decimal' | 'bool' | 'date' | 'json'

/** SQL tests of a JSON value in a row; none of them fails, whatever the value is. */
export interface JsonNode {
  /** Null or missing. */
  readonly isNull: Sql
  /** Each is null unless the value has that type. */
  readonly text: Sql
  readonly number: Sql
  readonly bool: Sql
  /** Characters of a text, items of a list, otherwise 0. */
  readonly length: Sql
}

/** A list as a row source. */
interface Items<T> {
  readonly from: Sql
  readonly item: T
}

/** Rows of known values: a number for each row, from 0, and its values by their places. */
export interface KnownRows {
  readonly from: Sql
  /** As a text. */
  readonly number: Sql
  /** It means what the value would mean as a parameter. */
  readonly value: (place: number) => Sql
}

/** A column of submitted rows; values have their wire form, dates are ISO text. */
interface RecordField {
  readonly cell: Sql
  readonly form: Form
}

/** A key of a returned row with its wire value. */
export interface Field {
  readonly key: string
  readonly value: Sql
  /** The value's type; undefined if only known at run time. */
  readonly form?: Form
  /** The stored cell, if the row has one. */
  readonly cell?: Sql
}

/** SQL that both databases support but write differently; every `alias` must be unique in its statement. */
export interface Dialect {
  readonly engine: Database
  readonly style: '$' | '?'
  /** The value to bind; null if it cannot have that form. */
  encode(form: Form, value: unknown): unknown
  /** A value known before the statement runs. */
  bind(form: Form, value: unknown): Sql
  /** Values of one form as one bound list. */
  values(form: Form, values: readonly unknown[], alias: string): Items<Sql>
  isAnyOf(value: Sql, form: Form, values: readonly unknown[]): Sql
  /**
   * Values that other pieces bind, for several of them at once, each with `width` values: encoded texts, whole numbers,
   * booleans and nulls. The text does not depend on their number.
   */
  knownRows(rows: readonly (readonly unknown[])[], width: number, alias: string): KnownRows
  /**
   * A condition that is true for every row, and ends the statement once its time is over; undefined if the database does
   * that by itself.
   */
  isInTime?(row: Sql): Sql

  /** A text compared by code points, for `<` and `order by`. */
  ordered(text: Sql): Sql
  /** Lower case of A–Z only. */
  lower(text: Sql): Sql
  /** Number of code points. */
  length(text: Sql): Sql
  idAsText(id: Sql): Sql
  /** Whether a lower-case text matches a LIKE pattern whose escape character is `\`. */
  like(lowered: Sql, pattern: Sql): Sql
  position(text: Sql, part: Sql): Sql
  /** A time, or just after the stored one if that is not earlier: no two versions of a row share a timestamp. */
  later(stored: Sql, moment: Sql): Sql
  /** Size of a text in bytes, without decoding it. */
  size(text: Sql): Sql
  /** A cheap lower bound of a text or JSON cell's size in the answer, in bytes; null for an empty cell. */
  storedSize(form: 'text' | 'json', cell: Sql): Sql
  /** The same as an estimate, which is rarely below the size in the answer. */
  likelySize(form: 'text' | 'json', cell: Sql): Sql

  json(document: Sql, keys: readonly (string | number)[]): JsonNode
  /** Items of a list; no rows for any other value. */
  items(document: Sql, alias: string): Items<JsonNode>
  /** Items of a list, no rows for null, the value itself for anything else. */
  each(document: Sql, keys: readonly (string | number)[], alias: string): Items<JsonNode>
  /** Whether two JSON values are the same text, number or boolean. */
  isSameScalar(left: JsonNode, right: JsonNode): Sql

  /** Wire values as one JSON list. */
  array(values: readonly Sql[]): Sql
  object(fields: readonly (readonly [key: string, value: Sql])[]): Sql
  /** The column `j` of a sub-select as a JSON list, in the sub-select's order. */
  objects(rows: Sql): Sql
  ids(rows: Sql): Sql
  /** A cell as its wire value inside an object. */
  wire(form: Form, cell: Sql): Sql
  /** An object from a sub-select, embedded in another one. */
  nested(object: Sql): Sql
  /** Submitted rows as a table of cells, under the columns' own names. */
  records(fields: readonly RecordField[], rows: readonly unknown[][], alias: string): Sql
  /** Ids with their positions from 0. */
  numbered(ids: readonly string[], alias: string): Items<Sql> & { readonly position: Sql }
  /** Whether RETURNING can contain sub-selects on related rows, not only the row's own cells. */
  readonly canReturnRelated: boolean
  /** Whether returning many small rows is cheaper than aggregating them into one. */
  readonly prefersManyRows: boolean
  /** Fails the statement as too large when it is evaluated; undefined where the server has the memory for it. */
  readonly failTooLarge?: Sql
  /** The texts of the rows that meet a condition, joined by commas, in order. */
  joined(text: Sql, order: Sql, condition: Sql): Sql
  /** A row as the JSON text of the response; `more` is a text of further fields, or null. */
  rowJson(fields: readonly Field[], more?: Sql): Sql
  /** The same as an object, to be nested in another. */
  rowObject(fields: readonly Field[], more?: Sql): Sql
  /** The field `$more` from entries of which each may be null; null if all are. */
  moreText(entries: readonly Sql[]): Sql
  /** Any other JSON as text. */
  jsonText(object: Sql): Sql
}
