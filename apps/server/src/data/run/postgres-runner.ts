import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type pg from 'pg'
import { quoteName } from '../../database/quote-name.ts'
import { WATCHED_KEY } from '../../database/row-event.ts'
import type { Statement } from '../compile/sql.ts'
import {
  aloneIn,
  answerText,
  type Repeat,
  type WritePlan,
  type Writer,
  withAnswer,
} from '../compile/write-plan.ts'
import { DatabaseFault, faultOfPostgres } from './database-fault.ts'
import { readPostgresEvents, removePostgresEvents } from './postgres-events.ts'
import type { NamedQuery, PostgresLane, Ran } from './postgres-lane.ts'
import { type PostgresPoolOptions, PostgresPools } from './postgres-pools.ts'
import { runPostgresQuery } from './postgres-query.ts'
import { readPostgresViews, VIEW_COLUMNS } from './postgres-views.ts'
import { recordedOf } from './recorded-of.ts'
import type { Row, RowRunner, Spool, Written } from './row-runner.ts'

const MOST_NAMES = 5_000
const names = new Map<string, string>()

/** Statements have names, so that a connection plans each text once. */
function named({ text, values, known }: Statement) {
  if (known) return { name: known.name, text, values: values as unknown[] }
  let name = names.get(text)
  if (name === undefined) {
    if (names.size >= MOST_NAMES) names.clear()
    name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
    names.set(text, name)
  }
  return { name, text, values: [...values] }
}

type Connection = Pick<pg.Pool, 'query'> | pg.PoolClient

async function run(on: Connection, statement: Statement): Promise<readonly Row[]> {
  try {
    return (await on.query<Row & pg.QueryResultRow>(named(statement))).rows
  } catch (error) {
    const fault = faultOfPostgres(error)
    throw fault ? new DatabaseFault(fault, error) : error
  }
}

/** Beyond this a statement would make others wait that share its connection. */
const SHORT_MS = 50

/** A text that has shown to be short shares a connection with others; until then it has one to itself. */
async function runKnown(
  { pool, lane }: { pool: pg.Pool; lane: PostgresLane },
  statement: Statement,
): Promise<readonly Row[]> {
  const { known } = statement
  if (!known) return run(pool, statement)
  const isShort = known.ms !== undefined && known.ms < SHORT_MS
  try {
    const query = named(statement)
    const { rows, ms } = await ((isShort && lane.run(query)) || runAlone(pool, query))
    known.ms = ms
    return rows
  } catch (error) {
    known.ms = undefined
    const fault = faultOfPostgres(error)
    throw fault ? new DatabaseFault(fault, error) : error
  }
}

async function runAlone(pool: pg.Pool, query: NamedQuery): Promise<Ran> {
  const connection = await pool.connect()
  let broken: Error | undefined
  const lose = (lost: Error) => {
    broken = lost
  }
  connection.on('error', lose)
  const since = performance.now()
  try {
    const { rows } = await connection.query<Row & pg.QueryResultRow>(query)
    return { rows, ms: performance.now() - since }
  } catch (error) {
    // What it remembers of tables that have changed goes with it.
    if (faultOfPostgres(error)?.kind === 'stale') broken = error as Error
    throw error
  } finally {
    connection.off('error', lose)
    connection.release(broken)
  }
}

async function runSteps(on: Connection, plan: WritePlan): Promise<Written> {
  const { checks = [], steps, answer } = plan
  let first: readonly Row[] | undefined
  for (const step of [...checks, ...steps]) {
    const { statement, expects, failing } = step
    const rows = await run(on, statement)
    if (expects !== undefined && rows.length !== expects) return { ok: false, failing, rows }
    if (step === steps[0]) first = rows
  }
  const rows = answer ? await run(on, answer) : (first ?? [])
  return { ok: true, text: answerText(plan.shape ?? 'nothing', rows) }
}

/** A write that is known from before answers as it did then. */
async function runOnce(on: Connection, plan: WritePlan, repeat: Repeat): Promise<Written> {
  const fail = (reason: 'otherRequest' | 'underWay'): Written => {
    return { ok: false, failing: { reason }, rows: [] }
  }
  const [held] = repeat.hold ? await run(on, repeat.hold) : [{ taken: true }]
  if (!held?.taken) return fail('underWay')
  const [known] = await run(on, repeat.find)
  if (known && known.content !== repeat.content) return fail('otherRequest')
  if (known) return { ok: true, text: String(known.answer) }
  const written = await runSteps(on, plan)
  if (!written.ok) return written
  for (const [at, statement] of repeat.store.entries()) {
    const isLast = at === repeat.store.length - 1
    await run(on, isLast ? withAnswer(statement, repeat.answerAt, written.text) : statement)
  }
  return written
}

/** A connection of its own for as long as the work takes; what it says is kept or taken back. */
async function inTransaction<T>(
  pool: pg.Pool,
  work: (connection: pg.PoolClient) => Promise<{ readonly keeps: boolean; readonly result: T }>,
): Promise<T> {
  const connection = await pool.connect()
  let broken: Error | undefined
  // Without a listener a connection lost in here would end the process.
  const lose = (lost: Error) => {
    broken = lost
  }
  connection.on('error', lose)
  try {
    await connection.query('begin')
    const { keeps, result } = await work(connection)
    await connection.query(keeps ? 'commit' : 'rollback')
    return result
  } catch (error) {
    await connection.query('rollback').catch(lose)
    throw error
  } finally {
    connection.off('error', lose)
    connection.release(broken)
  }
}

/** Told to the triggers for as long as the transaction lasts. */
async function nameWriter(on: Connection, { by, runId, depth }: Writer): Promise<void> {
  const text = `select set_config('plinth.by', $1, true), set_config('plinth.run', $2, true),
    set_config('plinth.depth', $3, true)`
  await run(on, { text, values: [by, runId ?? '', String(depth)] })
}

async function writePlan(connection: pg.PoolClient, plan: WritePlan) {
  const { repeat, writer } = plan
  if (writer) await nameWriter(connection, writer)
  const result = repeat ? await runOnce(connection, plan, repeat) : await runSteps(connection, plan)
  return { keeps: result.ok, result }
}

async function runSpool(connection: pg.PoolClient, { path, isDry, writer }: Spool) {
  if (writer) await nameWriter(connection, writer)
  for await (const line of createInterface({ input: createReadStream(path) }))
    await run(connection, JSON.parse(line))
  return { keeps: !isDry, result: undefined }
}

/** Rows in PostgreSQL: pooled connections, one pool for each data database. */
export function openPostgresRunner(options: PostgresPoolOptions): RowRunner {
  const pools = new PostgresPools(options)
  return {
    async read({ placement }, statement) {
      const open = pools.of(placement)
      const { pool, reads: lane } = open instanceof Promise ? await open : open
      return await runKnown({ pool, lane }, statement)
    },
    async write({ placement }, plan) {
      const open = pools.of(placement)
      const { pool, writes: lane } = open instanceof Promise ? await open : open
      const alone = aloneIn(plan)
      if (alone) {
        const rows = await runKnown({ pool, lane }, alone.statement)
        if (rows.length !== 1) return { ok: false, failing: alone.failing, rows }
        return { ok: true, text: answerText(plan.shape ?? 'nothing', rows) }
      }
      return inTransaction(pool, (connection) => writePlan(connection, plan))
    },
    async writeSpool({ placement }, spool) {
      const { pool } = await pools.of(placement)
      await inTransaction(pool, (connection) => runSpool(connection, spool))
    },
    async query(place, asked) {
      const [{ pool }, config] = await Promise.all([
        pools.of(place.placement),
        pools.configOf(place.placement),
      ])
      return runPostgresQuery({ place, asked, pool, config, vault: options.vault })
    },
    async readRecord(placement) {
      const inside = quoteName(placement.schema)
      // One statement, so that both are of the same moment.
      const text = `select kind, definition from ${inside}._plinth_catalogue where kind <> 'join'
        union all select key, value from ${inside}._plinth_meta where key in ('release', '${WATCHED_KEY}')`
      const { pool } = await pools.of(placement)
      const recorded = recordedOf(await run(pool, { text, values: [] }))
      const readColumns = (names: readonly string[]) =>
        run(pool, { text: VIEW_COLUMNS, values: [placement.schema, names] })
      return { ...recorded, ...(await readPostgresViews(recorded.rows, readColumns)) }
    },
    async readEvents(placement, read) {
      const { pool } = await pools.of(placement)
      return readPostgresEvents({ pool, placement }, read)
    },
    async removeEvents(placement, keys) {
      const { pool } = await pools.of(placement)
      await removePostgresEvents({ pool, placement }, keys)
    },
    close: () => pools.close(),
  }
}
