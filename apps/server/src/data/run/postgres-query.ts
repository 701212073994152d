import pg from 'pg'
import { DatabaseFault } from './database-fault.ts'
import type { PostgresReaders } from './postgres-readers.ts'
import type { Place, RawQuery, RawResult } from './row-runner.ts'

const TOO_LONG = '57014'
const BIGINT = 20
const NUMERIC = 1700
const EXACT_DIGITS = 15

/** A number that a JSON number can hold is one; a longer one stays a text. */
function toNumber(text: string): number | string {
  const digits = text.replace(/[^0-9]/g, '').replace(/^0+/, '')
  return digits.length <= EXACT_DIGITS && text !== 'NaN' ? Number(text) : text
}

const NUMBERS: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === BIGINT || oid === NUMERIC ? toNumber : pg.types.getTypeParser(oid, format),
}

/** Runs a query on a connection that is logged in as the environment's own reader. */
export async function runPostgresQuery(
  readers: PostgresReaders,
  place: Place,
  asked: RawQuery,
): Promise<RawResult> {
  const text = `select * from (${asked.query}\n) as q limit ${asked.most}`
  try {
    const rows = await readers.use(place, (run) =>
      run({ text, values: [...asked.values], types: NUMBERS }),
    )
    return { ok: true, rows }
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    const { code, message } = error
    if (code === TOO_LONG) throw new DatabaseFault({ kind: 'timeout' }, error)
    return { ok: false, isAway: false, message: `The query does not run: ${message}` }
  }
}
