import type pg from 'pg'
import { copyIn, copyOut } from '../../../databases/postgres/connection/copy.ts'
import { quoteName } from '../../../databases/sql/quote-name.ts'
import { CHUNK_BYTES } from '../archive/archive-format.ts'
import type { PlatformSequence, PlatformTable } from './installation-parts.ts'
import { LEFT_OUT_TABLES } from './left-out-tables.ts'

interface FoundTable {
  name: string
  columns: string[]
  /** The tables that its foreign keys name. */
  parents: string[]
}

async function findTables(client: pg.Client): Promise<FoundTable[]> {
  const { rows } = await client.query<FoundTable>(`
    select relname as name,
      array(select attname::text from pg_attribute where attrelid = pg_class.oid and attnum > 0
        and not attisdropped and attgenerated = '' order by attnum) as columns,
      array(select distinct parent.relname::text from pg_constraint join pg_class as parent on parent.oid = confrelid
        where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid) as parents
    from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' order by relname`)
  return rows
}

/** The tables that are copied, each after those that its foreign keys name. */
export async function listCopiedTables(client: pg.Client): Promise<PlatformTable[]> {
  const open = (await findTables(client)).filter(({ name }) => !(name in LEFT_OUT_TABLES))
  const ordered: PlatformTable[] = []
  const done = new Set<string>()
  while (open.length > 0) {
    const at = open.findIndex(({ parents }) => parents.every((parent) => done.has(parent)))
    const [next] = open.splice(at, 1)
    if (at < 0 || !next) {
      throw new Error('installation: the platform tables refer to each other or to one left out')
    }
    done.add(next.name)
    ordered.push({ name: next.name, columns: next.columns })
  }
  return ordered
}

const textOf = ({ name, columns }: PlatformTable) =>
  `${quoteName(name)} (${columns.map(quoteName).join(', ')})`

/** The rows of a table in chunks of one size. */
export async function* readTable(client: pg.Client, table: PlatformTable): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = []
  let size = 0
  for await (const piece of copyOut(client, `copy ${textOf(table)} to stdout`)) {
    pieces.push(piece)
    size += piece.length
    if (size < CHUNK_BYTES) continue
    yield Buffer.concat(pieces)
    pieces = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(pieces)
}

/** Throws if an archive names a table or column that its build did not have. */
export async function checkArchivedTables(
  client: pg.Client,
  tables: readonly PlatformTable[],
): Promise<void> {
  const known = new Map(
    (await listCopiedTables(client)).map(({ name, columns }) => [name, columns]),
  )
  for (const { name, columns } of tables) {
    const own = known.get(name)
    if (!own || columns.some((column) => !own.includes(column))) {
      throw new Error(`The archive has the table "${name}", which its build did not have.`)
    }
  }
}

/** Fills an empty table; its triggers have had their effect at the source. */
export async function fillTable(
  client: pg.Client,
  { table, rows }: { table: PlatformTable; rows: AsyncIterable<Buffer> },
): Promise<void> {
  const name = quoteName(table.name)
  await client.query(`alter table ${name} disable trigger user`)
  await copyIn(client, { text: `copy ${textOf(table)} from stdin`, rows })
  await client.query(`alter table ${name} enable trigger user`)
}

export async function readSequences(client: pg.Client): Promise<PlatformSequence[]> {
  const { rows } = await client.query<PlatformSequence>(`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = current_schema() and last_value is not null order by sequencename`)
  return rows
}

export async function setSequences(
  client: pg.Client,
  sequences: readonly PlatformSequence[],
): Promise<void> {
  for (const { name, value } of sequences) {
    await client.query('select setval(quote_ident($1)::regclass, $2::bigint)', [name, value])
  }
}

/** A table that an empty platform database does not have. */
export async function findForeignTable(
  client: pg.Client,
  except: string,
): Promise<string | undefined> {
  return (await findTables(client)).find(({ name }) => name !== except)?.name
}
