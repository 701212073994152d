import type Sqlite from 'better-sqlite3'
import { quoteName } from '../../sql/quote-name.ts'
import { readSqliteCatalogue } from './read-catalogue.ts'

/** Deletes trash older than a date. */
export function purgeSqliteTrash(database: Sqlite.Database, before: string): string[] {
  database.pragma('foreign_keys = OFF')
  return database
    .transaction(() => {
      const live = readSqliteCatalogue(database)
      const old = live.trash.filter((item) => item.trashedOn < before)
      for (const item of old) {
        const name = quoteName(item.trashName)
        if (item.kind !== 'column') database.exec(`drop table if exists ${name}`)
        else {
          const holder = live.tables.find((table) =>
            table.columns.some((column) => column.name === item.trashName),
          )
          if (holder) database.exec(`alter table ${quoteName(holder.name)} drop column ${name}`)
        }
        database.prepare('delete from _plinth_trash where id = ?').run(item.id)
      }
      return old.map((item) => item.id)
    })
    .immediate()
}
