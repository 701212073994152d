import { WATCHED_KEY } from '../../../databases/engine/row-event.ts'
import { quoteName } from '../../../databases/sql/quote-name.ts'
import { onlyStepOf, planReadsComputed, toWritten } from '../../statements/write/write-plan.ts'
import { DatabaseFault } from '../database-fault.ts'
import { recordedOf } from '../recorded-of.ts'
import { type RowRunner, STATEMENT_TIMEOUT_MS } from '../row-runner.ts'
import {
  endPostgresEvents,
  placeAllPostgresChanges,
  placePostgresChanges,
  readPostgresEvents,
  readPostgresLog,
  trimPostgresLog,
} from './postgres-log.ts'
import { type PostgresPoolOptions, PostgresPools } from './postgres-pools.ts'
import { writePrechecked } from './postgres-prechecked-write.ts'
import { runPostgresQuery } from './postgres-query.ts'
import { PostgresReaders } from './postgres-readers.ts'
import { openPostgresSandbox } from './postgres-sandbox.ts'
import { run, runKnown } from './postgres-statement.ts'
import { readPostgresViews, VIEW_COLUMNS } from './postgres-views.ts'
import { inPooledTransaction, runSpool, runWritePlan } from './postgres-write.ts'
import { withWriter } from './with-writer.ts'

/** Events of a data database belong to no environment. */
const EVENTS = 'events'
/** A read without an answer has changed nothing, unlike a write. */
function asReadFault(error: unknown): never {
  const isTimeout = error instanceof DatabaseFault && error.fault.kind === 'timeout'
  throw isTimeout ? new DatabaseFault({ kind: 'timeout' }, error) : error
}

/** Rows in PostgreSQL: one connection pool per data database, and separate reader connections. */
export function openPostgresRunner(options: PostgresPoolOptions): RowRunner {
  const pools = new PostgresPools(options)
  const { statementMs = STATEMENT_TIMEOUT_MS } = options
  const readers = new PostgresReaders({ pools, ...options })
  return {
    async read(target, statement) {
      if (statement.readsComputed) return await readers.read(target, statement)
      const { environmentId: key } = target.placement
      const { connections, reads: multiplexer } = await pools.of(target.placement)
      const connect = () => connections.connectToRead(key)
      const on = { connect, multiplexer, key, isRead: true }
      return await runKnown(on, statement).catch(asReadFault)
    },
    async write(target, plan) {
      const { environmentId: key } = target.placement
      const { connections, writes: multiplexer } = await pools.of(target.placement)
      const connect = () => connections.connect(key)
      if (planReadsComputed(plan)) {
        const on = connections.queryAs(key)
        return writePrechecked({ readers, on, connect, target, plan })
      }
      const alone = onlyStepOf(plan)
      if (alone) {
        const on = { connect, multiplexer, key, isRead: false }
        const { writer } = plan
        const statement = writer ? withWriter(alone.statement, writer) : alone.statement
        const rows = await runKnown(on, statement)
        if (rows.length !== 1) return { ok: false, failing: alone.failing, rows }
        return toWritten(plan, rows)
      }
      return inPooledTransaction(connect, (connection) => runWritePlan(connection, plan))
    },
    async writeSpool({ placement }, spool) {
      const { connections } = await pools.of(placement)
      const connect = () => connections.connect(placement.environmentId)
      await inPooledTransaction(connect, (connection) => runSpool(connection, spool))
    },
    query: (target, asked) => runPostgresQuery(readers, target, asked),
    async openSandbox(target) {
      const { connections } = await pools.of(target.placement)
      const connect = () => connections.connect(target.placement.environmentId)
      return openPostgresSandbox(target, { connect, statementMs })
    },
    async readRecord(placement) {
      const inside = quoteName(placement.schema)
      // One statement, so that both are read from one snapshot.
      const text = `select kind, definition from ${inside}._plinth_catalogue where kind <> 'join'
        union all select key, value from ${inside}._plinth_meta where key in ('release', '${WATCHED_KEY}')`
      const { connections } = await pools.of(placement)
      const on = connections.queryAs(placement.environmentId)
      const recorded = recordedOf(await run(on, { text, values: [] }))
      const readColumns = (names: readonly string[]) =>
        run(on, { text: VIEW_COLUMNS, values: [placement.schema, names] })
      return { ...recorded, ...(await readPostgresViews(recorded.rows, readColumns)) }
    },
    async readEvents(placement, read) {
      const { connections } = await pools.of(placement)
      return readPostgresEvents({ on: connections.queryAs(EVENTS), placement }, read)
    },
    async endEvents(placement, keys) {
      const { connections } = await pools.of(placement)
      await endPostgresEvents({ on: connections.queryAs(EVENTS), placement }, keys)
    },
    async placeChanges(placement) {
      const { connections } = await pools.of(placement)
      await placePostgresChanges({ on: connections.queryAs(placement.environmentId), placement })
    },
    async placeAllChanges(placement) {
      const { connections } = await pools.of(placement)
      await placeAllPostgresChanges({ on: connections.queryAs(EVENTS), placement })
    },
    async trimLog(placement) {
      const { connections } = await pools.of(placement)
      return trimPostgresLog({ on: connections.queryAs(EVENTS), placement })
    },
    async readLog(placement, asked) {
      const { connections } = await pools.of(placement)
      return readPostgresLog({ on: connections.queryAs(placement.environmentId), placement }, asked)
    },
    async close() {
      readers.close()
      await pools.close()
    },
  }
}
