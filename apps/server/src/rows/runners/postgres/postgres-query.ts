import pg from 'pg'
import { readStarColumns } from '../../../databases/postgres/catalogue/read-star-columns.ts'
import { expandStars } from '../../../databases/query-check/postgres/expand-stars.ts'
import { DatabaseFault } from '../database-fault.ts'
import type { RawQuery, RawResult, RowTarget } from '../row-runner.ts'
import type { PostgresReaders } from './postgres-readers.ts'
import { RowLimit } from './row-limit.ts'

const TOO_LONG = '57014'
const DENIED = '42501'
const DENIED_MESSAGE =
  'The query reads a column that it has no right to, such as that of a deleted field in a whole row. Name the columns one by one.'
const BIGINT = 20
const NUMERIC = 1700
const EXACT_DIGITS = 15

/** Numbers that fit a JSON number become one; longer ones stay text. */
function toNumber(text: string): number | string {
  const digits = text.replace(/[^0-9]/g, '').replace(/^0+/, '')
  return digits.length <= EXACT_DIGITS && text !== 'NaN' ? Number(text) : text
}

const NUMBERS: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === BIGINT || oid === NUMERIC ? toNumber : pg.types.getTypeParser(oid, format),
}

/** Runs a query on a connection logged in as the environment's reader. */
export async function runPostgresQuery(
  readers: PostgresReaders,
  target: RowTarget,
  asked: RawQuery,
): Promise<RawResult> {
  try {
    return await readers.use(target, async (run) => {
      const columns = asked.query.includes('*')
        ? await readStarColumns(run, target.placement.schema)
        : new Map()
      const query = await expandStars(asked.query, columns)
      const text = `select * from (${query}\n) as q limit ${asked.most + 1}`
      const limit = new RowLimit(asked)
      const rows = await run({ text, values: [...asked.values], types: NUMBERS }, limit)
      return { ok: true, rows, isTruncated: limit.isExceeded }
    })
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    const { code, message } = error
    if (code === TOO_LONG) throw new DatabaseFault({ kind: 'timeout' }, error)
    if (code === DENIED) return { ok: false, isAway: false, message: DENIED_MESSAGE }
    return { ok: false, isAway: false, message: `The query does not run: ${message}` }
  }
}
