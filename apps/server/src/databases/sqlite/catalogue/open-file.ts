import Sqlite from 'better-sqlite3'
import { addDeadline } from './statement-deadline.ts'

/**
 * Opens a project's file; nothing else may open one. better-sqlite3 enables defensive mode, which protects
 * the schema from being written as rows; with untrusted schema, views and triggers of the file cannot call
 * unsafe functions.
 */
export function openFile(path: string, options: Sqlite.Options = {}): Sqlite.Database {
  const database = new Sqlite(path, options)
  database.pragma('trusted_schema = off')
  addDeadline(database)
  return database
}
