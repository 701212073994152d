import { rmSync } from 'node:fs'
import type { Configuration } from '@plinth/contract'
import { configurationsEqual, shapesOf } from '@plinth/schema'
import type Sqlite from 'better-sqlite3'
import { quoteName } from '../quote-name.ts'
import { EVENT_PREFIX, WATCHED_KEY } from '../row-event.ts'
import type { RowCount } from '../row-snapshot.ts'
import { ensureBookkeeping } from './bookkeeping.ts'
import { readCatalogue } from './read-catalogue.ts'
import { liftTriggers } from './watch-rows.ts'

/** Writes the file as it is at this moment into another; whoever writes goes on. */
export function copyInto(database: Sqlite.Database, into: string): null {
  rmSync(into, { force: true })
  database.prepare('vacuum into ?').run(into)
  return null
}

export function countRows(database: Sqlite.Database): RowCount {
  const { tables } = shapesOf(readCatalogue(database).applied)
  let rows = 0
  for (const { name } of tables.values()) {
    const found = database.prepare(`select count(*) as rows from ${quoteName(name)}`).get()
    rows += (found as { rows: number }).rows
  }
  return { tables: tables.size, rows }
}

export interface SettleRequest {
  environmentId: string
  applied: Configuration
  replaced: readonly (readonly [from: string, to: string])[]
}

/** Nothing may run in a file that came from outside but what we put there ourselves. */
function checkFile(database: Sqlite.Database, applied: Configuration): void {
  const checked = database.pragma('quick_check(1)', { simple: true })
  if (checked !== 'ok') throw new Error(`The file of rows is damaged: ${checked}`)
  const triggers = database
    .prepare<[], { name: string }>(`select name from sqlite_schema where type = 'trigger'`)
    .all()
  const strange = triggers.find(({ name }) => !name.startsWith(EVENT_PREFIX))
  if (strange) throw new Error(`The file of rows has a trigger that is not ours: ${strange.name}`)
  if (!configurationsEqual(readCatalogue(database).applied, applied)) {
    throw new Error('The file of rows is not that of the configuration beside it')
  }
}

function replaceTexts(database: Sqlite.Database, { applied, replaced }: SettleRequest): void {
  for (const { name, columns } of shapesOf(applied).tables.values()) {
    for (const column of columns.filter(({ form }) => form === 'file' || form === 'files')) {
      const cell = quoteName(column.name)
      const update = database.prepare(
        `update ${quoteName(name)} set ${cell} = replace(${cell}, ?, ?) where instr(${cell}, ?) > 0`,
      )
      for (const [from, to] of replaced) update.run(from, to, from)
    }
  }
}

/** Makes a copied file an environment's own: its name in it, no events that are waiting, cells of files moved. */
export function settleCopy(database: Sqlite.Database, request: SettleRequest): null {
  checkFile(database, request.applied)
  database.pragma('journal_mode = WAL')
  database
    .transaction(() => {
      liftTriggers(database)
      ensureBookkeeping(database)
      for (const table of ['_plinth_event', '_plinth_repeat', '_plinth_writer']) {
        database.exec(`delete from ${table}`)
      }
      database.prepare('delete from _plinth_meta where key = ?').run(WATCHED_KEY)
      database
        .prepare(`insert or replace into _plinth_meta (key, value) values ('environment', ?)`)
        .run(request.environmentId)
      replaceTexts(database, request)
    })
    .immediate()
  return null
}
