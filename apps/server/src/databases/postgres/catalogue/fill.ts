import { shapesOf } from '@plinth/schema'
import type pg from 'pg'
import * as z from 'zod'
import { readStored } from '../../../foundation/platform/stored-json.ts'
import type { Placement } from '../../engine/database-engine.ts'
import type { FillRequest, SnapshotPart } from '../../engine/row-snapshot.ts'
import { quoteName } from '../../sql/quote-name.ts'
import { copyIn } from '../connection/copy.ts'
import { readPostgresCatalogue } from './read-catalogue.ts'
import { type CopiedTable, columnsOf, listCopied } from './snapshot.ts'

const Tables = z.array(
  z.object({ name: z.string(), columns: z.array(z.string()), isOfPeople: z.boolean() }),
)

const KEYS = `
  select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where k.connamespace = $1::regnamespace and k.contype = 'f'`

/** Rows arrive table by table, so foreign keys are checked once all are there. */
async function withoutKeys(
  client: pg.Client,
  schema: string,
  work: () => Promise<void>,
): Promise<void> {
  const inside = quoteName(schema)
  const keys = await client.query<Record<'table' | 'name' | 'definition', string>>(KEYS, [inside])
  const change = (table: string) => `alter table ${inside}.${quoteName(table)}`
  for (const { table, name } of keys.rows) {
    await client.query(`${change(table)} drop constraint ${quoteName(name)}`)
  }
  await work()
  for (const { table, name, definition } of keys.rows) {
    await client.query(`${change(table)} add constraint ${quoteName(name)} ${definition}`)
  }
}

/** An archive may only name tables and columns of its own configuration. */
function checkTables(archived: CopiedTable[], own: CopiedTable[]): void {
  const known = new Map(own.map(({ name, columns }) => [name, new Set(columns)]))
  for (const { name, columns } of archived) {
    const has = known.get(name)
    if (!has || columns.some((column) => !has.has(column))) {
      throw new Error(`The rows of the archive do not match its configuration: ${name}`)
    }
  }
}

async function copyAll(
  client: pg.Client,
  {
    schema,
    parts,
    own,
  }: { schema: string; parts: AsyncIterator<SnapshotPart>; own: CopiedTable[] },
): Promise<void> {
  let next = await parts.next()
  const first: SnapshotPart | undefined = next.done ? undefined : next.value
  if (first?.name !== 'tables.json')
    throw new Error('restore: archive has no tables.json before its rows')
  const tables = readStored(Tables, first.body.toString('utf8'), 'tables.json of the archive')
  checkTables(tables, own)
  next = await parts.next()
  for (const [at, table] of tables.entries()) {
    const rows = async function* () {
      for (; !next.done && next.value.name.startsWith(`t${at}.`); next = await parts.next()) {
        yield next.value.body
      }
    }
    const into = `${quoteName(schema)}.${quoteName(table.name)} (${columnsOf(table)})`
    await copyIn(client, { text: `copy ${into} from stdin`, rows: rows() })
  }
  if (!next.done) throw new Error(`restore: no table for archive part ${next.value.name}`)
}

async function replaceTexts(
  client: pg.Client,
  { schema, applied, replaced }: Pick<FillRequest, 'applied' | 'replaced'> & { schema: string },
): Promise<void> {
  for (const { name, columns } of shapesOf(applied).tables.values()) {
    for (const column of columns.filter(({ form }) => form === 'file' || form === 'files')) {
      const cell = quoteName(column.name)
      for (const [from, to] of replaced) {
        await client.query(
          `update ${quoteName(schema)}.${quoteName(name)} set ${cell} = replace(${cell}::text, $1, $2)::jsonb
           where strpos(${cell}::text, $1) > 0`,
          [from, to],
        )
      }
    }
  }
}

/** Fills the empty tables of a new schema. */
export async function fillTables(
  client: pg.Client,
  { placement, request }: { placement: Placement; request: FillRequest },
): Promise<void> {
  const { schema } = placement
  const { applied, replaced } = request
  const own = listCopied(applied, await readPostgresCatalogue(client, schema))
  await client.query('begin')
  await withoutKeys(client, schema, async () => {
    await copyAll(client, { schema, parts: request.parts[Symbol.asyncIterator](), own })
    await replaceTexts(client, { schema, applied, replaced })
  })
  // A restore creates the tables, so there is no change to undo.
  await client.query(`delete from ${quoteName(schema)}._plinth_migration`)
  await client.query('commit')
  for (const { name } of own) await client.query(`analyze ${quoteName(schema)}.${quoteName(name)}`)
}
