import type Sqlite from 'better-sqlite3'
import { IN_TIME } from '../../sql/sqlite-dialect.ts'

/** Thrown inside a statement that has run too long; SQLite then ends it. */
export class StatementOverdue extends Error {}

/** Reading the clock costs more than a call. */
const CALLS_PER_CHECK = 100

/** Of the statement that this thread runs: a thread runs one at a time. */
let deadline = Number.POSITIVE_INFINITY
let calls = 0

function isInTime(): number {
  calls += 1
  if (calls % CALLS_PER_CHECK === 0 && performance.now() > deadline) throw new StatementOverdue()
  return 1
}

/** Statements that ask for the time left have this long from now on; the others are not limited. */
export function limitStatements(ms: number): void {
  deadline = performance.now() + ms
}

/** Adds the function by which a statement asks whether there is time left. */
export function addDeadline(database: Sqlite.Database): void {
  database.function(IN_TIME, { directOnly: true }, (_row: unknown) => isInTime())
}
