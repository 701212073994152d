import { NEW_PREFIX } from '@plinth/schema'
import type pg from 'pg'
import { quoteName } from '../../sql/quote-name.ts'
import { inShortTransaction } from '../connection/transact.ts'

const PATTERN = `${NEW_PREFIX.replaceAll('_', '\\_')}%`

/** Drops everything prepared for a cutover that will not happen; none of it is visible yet. */
export async function rollBack(client: pg.Client, schema: string): Promise<void> {
  const space = quoteName(schema)
  const columns = await client.query<{ table: string; name: string }>(
    `select c.relname as table, a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = $1::regnamespace and c.relkind = 'r' and a.attname like $2
       and a.attnum > 0 and not a.attisdropped`,
    [space, PATTERN],
  )
  const functions = await client.query<{ name: string }>(
    'select proname as name from pg_proc where pronamespace = $1::regnamespace and proname like $2',
    [space, PATTERN],
  )
  const constraints = await client.query<{ table: string; name: string }>(
    `select c.relname as table, k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.connamespace = $1::regnamespace and k.contype = 'c' and k.conname like $2`,
    [space, PATTERN],
  )
  const drops = [
    ...functions.rows.map(
      ({ name }) => `drop function if exists ${space}.${quoteName(name)}() cascade`,
    ),
    ...constraints.rows.map(
      ({ table, name }) =>
        `alter table ${space}.${quoteName(table)} drop constraint if exists ${quoteName(name)}`,
    ),
    ...columns.rows.map(
      ({ table, name }) =>
        `alter table ${space}.${quoteName(table)} drop column if exists ${quoteName(name)}`,
    ),
  ]
  for (const drop of drops) await inShortTransaction(client, () => client.query(drop))
  const indexes = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = $1::regnamespace and relkind = 'i' and relname like $2`,
    [space, PATTERN],
  )
  for (const { name } of indexes.rows) {
    await client.query(`drop index concurrently if exists ${space}.${quoteName(name)}`)
  }
  await client.query(`delete from ${space}._plinth_meta where key like 'fill:%'`)
}
