import { readRecord } from '../../databases/engine/catalogue-record.ts'
import type { Placement } from '../../databases/engine/database-engine.ts'
import type { Connect } from '../../databases/postgres/connection/connect.ts'
import { quoteName } from '../../databases/sql/quote-name.ts'
import { type ExportColumn, type ExportTable, exportModelOf } from './export-tables.ts'
import type { Cell, RowSource } from './row-source.ts'

type Connection = Awaited<ReturnType<Connect>>

const BATCH_CHARACTERS = 1_000_000
const MAX_ROWS = 2_000
const MAX_ATTEMPTS = 5
/** A table or column that no longer exists: a release came between the snapshot and the locks. */
const CHANGED = new Set(['42P01', '42703'])

function readCell({ name, form }: ExportColumn): string {
  if (form === 'secret') return 'null::text'
  const column = quoteName(name)
  if (form !== 'moment') return `${column}::text`
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

function selectOf({ columns, primaryKey, storedName }: ExportTable, schema: string): string {
  const from = `${quoteName(schema)}.${quoteName(storedName)}`
  const order = primaryKey.map(quoteName).join(', ')
  return `select ${columns.map(readCell).join(', ')} from ${from} order by ${order}`
}

/** The first read fixes the snapshot; shared locks keep releases from renaming what it contains. */
async function begin(client: Connection, { schema }: Placement) {
  await client.query('begin isolation level repeatable read read only')
  const { rows } = await client.query<{ kind: string; definition: string }>(
    `select kind, definition from ${quoteName(schema)}._plinth_catalogue where kind <> 'join'`,
  )
  const configuration = readRecord(rows, 'postgres')
  const { tables } = exportModelOf(configuration)
  for (const table of tables) {
    const name = `${quoteName(schema)}.${quoteName(table.storedName)}`
    await client.query(`lock table ${name} in access share mode`)
    await client.query(`${selectOf(table, schema)} limit 0`)
  }
  return configuration
}

async function beginAgain(client: Connection, placement: Placement) {
  for (let tried = 1; ; tried += 1) {
    try {
      return await begin(client, placement)
    } catch (error) {
      await client.query('rollback')
      if (!CHANGED.has(String((error as { code?: string }).code))) throw error
      if (tried === MAX_ATTEMPTS)
        throw new Error(
          `The tables are not what the last sync left (${(error as Error).message}). Sync, then export again.`,
        )
    }
  }
}

/** Opens a connection with one snapshot; concurrent writes continue and are not seen. */
export async function openPostgresSource(
  connect: Connect,
  placement: Placement,
): Promise<RowSource> {
  const client = await connect(placement)
  try {
    await client.query('set statement_timeout = 0')
    await client.query('set extra_float_digits = 1')
    const configuration = await beginAgain(client, placement)
    return {
      configuration,
      async *rows(table) {
        await client.query(
          `declare leaving no scroll cursor for ${selectOf(table, placement.schema)}`,
        )
        for (let count = 100; ; ) {
          const text = `fetch ${count} from leaving`
          const { rows } = await client.query<Cell[]>({ text, rowMode: 'array' })
          if (rows.length > 0) yield rows
          if (rows.length < count) break
          const size = rows.flat().reduce((sum, cell) => sum + (cell?.length ?? 0), 1)
          const fitting = Math.floor((BATCH_CHARACTERS * rows.length) / size)
          count = Math.min(MAX_ROWS, Math.max(1, fitting))
        }
        await client.query('close leaving')
      },
      close: () => client.end(),
    }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}
