import type pg from 'pg'
import * as z from 'zod'
import { UNFINISHED_RESTORE } from '../../../foundation/platform/migrate-platform.ts'
import { readStored } from '../../../foundation/platform/stored-json.ts'
import { ArchivedFile } from '../archive/project-parts.ts'
import { EnvironmentHead } from './installation-parts.ts'

const Store = z.enum(['disk', 's3'])

/** A database that the restore creates for an environment. */
const Place = z.object({ head: EnvironmentHead, database: z.string(), schema: z.string() })
export type Place = z.infer<typeof Place>

/** A file that the store did not have before. */
const Written = z.object({ store: Store, key: z.string() })
type Written = z.infer<typeof Written>

/** A file that gets its record at the end. */
const Listed = z.object({ environmentId: z.string(), file: ArchivedFile.extend({ store: Store }) })
type Listed = z.infer<typeof Listed>

interface Recorded {
  place: Place
  written: Written
  listed: Listed
}
const SHAPES: { [K in keyof Recorded]: z.ZodType<Recorded[K]> } = {
  place: Place,
  written: Written,
  listed: Listed,
}

const BATCH = 500
/** Any number that only we use: one restore at a time. */
const LOCK = 7_234_502

/** False if another process restores into this database. */
export async function lockRestore(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock($1) as locked',
    [LOCK],
  )
  return rows[0]?.locked === true
}

/** The table that records what a restore creates; it exists while one is in progress or was interrupted. */
export async function createRecord(client: pg.Client): Promise<void> {
  await client.query(`create table if not exists ${UNFINISHED_RESTORE} (
    number bigint generated always as identity primary key, kind text not null, content text not null)`)
}

export async function dropRecord(client: pg.Client): Promise<void> {
  await client.query(`drop table if exists ${UNFINISHED_RESTORE}`)
}

export async function isRestoreUnfinished(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: string | null }>(
    'select to_regclass($1)::text as found',
    [UNFINISHED_RESTORE],
  )
  return rows[0]?.found != null
}

export async function record<K extends keyof Recorded>(
  client: pg.Client,
  { kind, entries }: { kind: K; entries: readonly Recorded[K][] },
): Promise<void> {
  await client.query(
    `insert into ${UNFINISHED_RESTORE} (kind, content) select $1, unnest($2::text[])`,
    [kind, entries.map((entry) => JSON.stringify(entry))],
  )
}

/** The recorded entries of a kind, in batches. */
export async function* readRecorded<K extends keyof Recorded>(
  client: pg.Client,
  kind: K,
): AsyncGenerator<Recorded[K]> {
  for (let after = '0'; ; ) {
    const { rows } = await client.query<{ number: string; content: string }>(
      `select number::text, content from ${UNFINISHED_RESTORE}
       where kind = $1 and number > $2 order by unfinished_restore.number limit ${BATCH}`,
      [kind, after],
    )
    for (const { content } of rows) yield readStored(SHAPES[kind], content, 'record of a restore')
    const last = rows.at(-1)
    if (!last) return
    after = last.number
  }
}
