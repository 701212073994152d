import * as z from 'zod'
import { SchemaId } from '../protocol/ids.ts'
import { Column } from './column.ts'

export const CONFIGURATION_VERSION = 'v1'
export const DATABASES = ['sqlite3', 'postgres'] as const
export const Database = z.enum(DATABASES)
export type Database = z.infer<typeof Database>

export const TABLE_TYPES = ['Base', 'Auth', 'Computed'] as const
export const OPERATIONS = ['list', 'view', 'create', 'update', 'delete'] as const
export type Operation = (typeof OPERATIONS)[number]

/** Default rule of a new table: any signed-in user. */
export const DEFAULT_RULE = '@request.auth.id != ""'

const rule = z.string().max(4096).default(DEFAULT_RULE)

export const Rules = z.strictObject({
  list: rule,
  view: rule,
  create: rule,
  update: rule,
  delete: rule,
})
export type Rules = z.infer<typeof Rules>

export const TableIndex = z.strictObject({
  columns: z.array(SchemaId).min(1).max(16),
  unique: z.boolean().default(false),
})
export type TableIndex = z.infer<typeof TableIndex>

const fields = z.record(z.string().max(200), z.json())

/** Expected result of a rule for one case. Stored with the table; a failing test blocks Sync. */
export const RuleTest = z.strictObject({
  id: SchemaId,
  name: z.string().max(200),
  operation: z.enum(OPERATIONS),
  expected: z.enum(['allow', 'deny']),
  /** Null means a guest. `table` names the user's Auth table and defaults to the first one. */
  user: fields.nullable().default(null),
  /** The stored row; for create, the row that is sent. */
  row: fields.default({}),
  /** For update: the values that are sent. */
  change: fields.optional(),
  /** Rows of other tables that the rule can read, by table name. */
  others: z.record(z.string().max(200), z.array(fields).max(100)).optional(),
})
export type RuleTest = z.infer<typeof RuleTest>

export const Table = z.strictObject({
  id: SchemaId,
  name: z.string().max(200),
  order: z.number().default(0),
  type: z.enum(TABLE_TYPES).default('Base'),
  columns: z.array(Column).max(500).default([]),
  rules: Rules.prefault({}),
  /** The SELECT of a Computed table, in the dialect of the project's database. */
  query: z.string().max(65_536).optional(),
  indexes: z.array(TableIndex).max(64).optional(),
  /** The field that names a row in pickers and search; the first text field if it is not set. */
  displayField: SchemaId.optional(),
  tests: z.array(RuleTest).max(200).optional(),
  /** Changes of its rows are kept for an hour in the environment's log. */
  live: z.boolean().optional(),
})
export type Table = z.infer<typeof Table>
export type TableType = Table['type']

export const Configuration = z.strictObject({
  version: z.string().max(16).default(CONFIGURATION_VERSION),
  database: Database.default('sqlite3'),
  tables: z.array(Table).max(2000).default([]),
})
export type Configuration = z.infer<typeof Configuration>
