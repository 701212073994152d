import { StatementOverdue } from '../../databases/sqlite/catalogue/statement-deadline.ts'

/** Why a database rejected a statement, without any of its text or a stored value. */
export type Fault =
  /** The statement was compiled for tables that have changed since. */
  | { readonly kind: 'stale' }
  | { readonly kind: 'unique'; readonly columns: readonly string[] }
  | { readonly kind: 'required'; readonly columns: readonly string[] }
  /** A referenced row does not exist, or a deleted one is still referenced. */
  | { readonly kind: 'link' }
  | { readonly kind: 'value' }
  /** `isUnknown`: the server did not answer, so a write may have been made. */
  | { readonly kind: 'timeout'; readonly isUnknown?: true }
  /** A value or answer is larger than the database can build. */
  | { readonly kind: 'large' }
  /** The disk of the database is full. */
  | { readonly kind: 'full' }
  | { readonly kind: 'busy' }
  /** The environment has too many statements waiting; the message is for the caller. */
  | { readonly kind: 'limited'; readonly message: string; readonly retryAfterSeconds: number }
  /** Something that the statement needs is missing; the message is for the caller. */
  | { readonly kind: 'unavailable'; readonly message: string; readonly retryAfterSeconds?: number }

export class DatabaseFault extends Error {
  readonly fault: Fault

  constructor(fault: Fault, cause?: unknown) {
    super(`database fault: ${fault.kind}`, { cause })
    this.fault = fault
  }
}

/** The fault of a queue that is full for one environment. */
export function limitedFault(what: string): (retryAfterSeconds: number) => DatabaseFault {
  const message = `Too many ${what} of this project are waiting. Try again shortly.`
  return (retryAfterSeconds) => new DatabaseFault({ kind: 'limited', message, retryAfterSeconds })
}

const SIMPLE: ReadonlyMap<string, Fault> = new Map<string, Fault>([
  ['42P01', { kind: 'stale' }],
  ['42703', { kind: 'stale' }],
  ['3F000', { kind: 'stale' }],
  ['3D000', { kind: 'stale' }],
  // Types that changed under a prepared statement.
  ['42804', { kind: 'stale' }],
  ['42883', { kind: 'stale' }],
  ['0A000', { kind: 'stale' }],
  ['26000', { kind: 'stale' }],
  ['23503', { kind: 'link' }],
  ['23514', { kind: 'value' }],
  ['54000', { kind: 'value' }],
  ['57014', { kind: 'timeout' }],
  ['QUERY_TIMEOUT', { kind: 'timeout', isUnknown: true }],
  ['53100', { kind: 'full' }],
  ['40001', { kind: 'busy' }],
  ['40P01', { kind: 'busy' }],
  ['55P03', { kind: 'busy' }],
])

/** `Key (email)=(…) already exists.`: only the part before the equals sign contains no value. */
const KEY = /^Key \(([^)]*)\)=/

/** Maps a PostgreSQL error by its SQLSTATE. */
export function faultOfPostgres(error: unknown): Fault | undefined {
  const { code, detail, column } = error as { code?: string; detail?: string; column?: string }
  if (typeof code !== 'string') return undefined
  if (code === '23505') return { kind: 'unique', columns: namesIn(KEY.exec(detail ?? '')?.[1]) }
  if (code === '23502') return { kind: 'required', columns: column ? [column] : [] }
  if (code.startsWith('22')) return { kind: 'value' }
  if (code === 'ANSWER_TOO_LARGE')
    return { kind: 'unavailable', message: 'The database of this project sent too much.' }
  return SIMPLE.get(code)
}

function namesIn(list: string | undefined): readonly string[] {
  return (list ?? '').split(', ').flatMap((name) => name.replaceAll('"', '') || [])
}

/** Errors of a disk without room; SQLite reports some of them as errors of its files. */
const FULL = new Set(['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_SHMSIZE'])
const NOT_FOUND = /^no such (table|column)|has no column named/
const CONSTRAINTS: readonly (readonly [code: string, kind: 'unique' | 'required'])[] = [
  ['SQLITE_CONSTRAINT_UNIQUE', 'unique'],
  ['SQLITE_CONSTRAINT_PRIMARYKEY', 'unique'],
  ['SQLITE_CONSTRAINT_NOTNULL', 'required'],
]

/** Maps an SQLite error by its code; column names come from the message. */
export function faultOfSqlite(error: unknown): Fault | undefined {
  if (error instanceof StatementOverdue) return { kind: 'timeout' }
  const { code, message = '' } = error as { code?: string; message?: string }
  if (typeof code !== 'string' || !code.startsWith('SQLITE')) return undefined
  const constraint = CONSTRAINTS.find(([each]) => each === code)
  if (constraint) return { kind: constraint[1], columns: columnsIn(message) }
  if (code === 'SQLITE_CONSTRAINT_FOREIGNKEY') return { kind: 'link' }
  if (code.startsWith('SQLITE_CONSTRAINT')) return { kind: 'value' }
  if (code === 'SQLITE_TOOBIG') return { kind: 'large' }
  if (FULL.has(code)) return { kind: 'full' }
  if (code === 'SQLITE_MISMATCH') return { kind: 'value' }
  if (code.startsWith('SQLITE_BUSY') || code === 'SQLITE_LOCKED') return { kind: 'busy' }
  if (code === 'SQLITE_CANTOPEN' || code === 'SQLITE_READONLY_DBMOVED') return { kind: 'stale' }
  if (code === 'SQLITE_SCHEMA' || NOT_FOUND.test(message)) return { kind: 'stale' }
  return undefined
}

/** `UNIQUE constraint failed: item.mail, item.part` */
function columnsIn(message: string): readonly string[] {
  const list = message.slice(message.indexOf(': ') + 2)
  return list.split(', ').flatMap((name) => name.slice(name.indexOf('.') + 1) || [])
}
