import Sqlite from 'better-sqlite3'

/**
 * Opens a project's file, and is the only way to do so. better-sqlite3 switches on defensive mode, which protects the
 * schema from being written as rows; views and triggers of the file cannot call functions that reach outside of it.
 */
export function openFile(path: string, options: Sqlite.Options = {}): Sqlite.Database {
  const database = new Sqlite(path, options)
  database.pragma('trusted_schema = off')
  return database
}
