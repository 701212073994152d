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

/** The query is a sub-select of each; EXPLAIN without ANALYZE executes nothing. */
const ROWS = 'select * from ('
const PLAN = 'explain (format text) select * from ('

/** The offset in the query; none where its stars were expanded, because then the database counts in another text. */
function findPosition(error: pg.DatabaseError, { query, isPlan }: RawQuery): number | undefined {
  const at = Number(error.position) - 1 - (isPlan ? PLAN : ROWS).length
  if (!Number.isInteger(at) || at < 0 || query.includes('*')) return undefined
  // PostgreSQL counts characters, where a text of JavaScript counts UTF-16 units.
  return [...query].slice(0, at).join('').length
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
      const limit = new RowLimit(asked)
      const text = asked.isPlan
        ? `${PLAN}${query}\n) as q`
        : `${ROWS}${query}\n) as q limit ${asked.most + 1}`
      await run({ text, values: [...asked.values], types: NUMBERS }, limit)
      const { columns: names, cells, isExceeded } = limit
      return { ok: true, columns: names, cells, isTruncated: isExceeded }
    })
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    const { code, message } = error
    if (code === TOO_LONG) throw new DatabaseFault({ kind: 'timeout' }, error)
    if (code === DENIED) return { ok: false, isAway: false, message: DENIED_MESSAGE }
    const position = findPosition(error, asked)
    return {
      ok: false,
      isAway: false,
      message: `The query does not run: ${message}`,
      ...(position !== undefined && { position }),
    }
  }
}
