import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'
import type { Placement } from '../../apps/server/src/databases/engine/database-engine.ts'
import { type Statement, withName } from '../../apps/server/src/databases/sql/render.ts'
import { ConnectionMultiplexer } from '../../apps/server/src/rows/runners/postgres/connection-multiplexer.ts'
import { runKnown } from '../../apps/server/src/rows/runners/postgres/postgres-statement.ts'
import { openSqliteRunner } from '../../apps/server/src/rows/runners/sqlite/sqlite-runner.ts'
import {
  embeddedDatabaseUrl,
  makeDataDir,
  removeDataDir,
  startStack,
} from '../../faults/stack/stack.ts'
import type { Measured, Measurement } from '../measure/measurement.ts'
import { quantile, round } from '../measure/statistics.ts'
import { backendMicros } from './measured-server.ts'

const PAIRS = Number(process.env.PAIRS ?? 100)
const WARM = 30
const ROWS = 10_000
/** A timing in `known` decides how both runners execute a statement. */
const TIMINGS = { on: 0.1, off: 100 }
type Side = keyof typeof TIMINGS

interface Burst {
  readonly name: string
  readonly concurrency: number
  /** Statements issued in one turn of the event loop, as requests arrive in small groups. */
  readonly perTurn: number
  readonly amount: number
  readonly read: (at: number, side: Side) => Promise<unknown>
  readonly database?: () => Map<number, number>
}

async function runBurst(burst: Burst, side: Side) {
  const { concurrency, perTurn, amount, read, database } = burst
  let inFlight = 0
  let next: (() => void) | undefined
  const start = async (at: number) => {
    inFlight += 1
    await read(at, side)
    inFlight -= 1
    next?.()
  }
  const work = async () => {
    const all: Promise<void>[] = []
    while (all.length < amount) {
      while (inFlight >= concurrency)
        await new Promise<void>((resolve) => {
          next = resolve
        })
      const room = Math.min(perTurn, concurrency - inFlight)
      for (let at = 0; at < room; at += 1) all.push(start(all.length))
      await nextTurn()
    }
    await Promise.all(all)
  }
  const before = database?.()
  const usage = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(usage)
  let backends = 0
  for (const [pid, micros] of database?.() ?? []) backends += micros - (before?.get(pid) ?? 0)
  return { process: (user + system) / amount, database: backends / amount }
}

/** Bursts are short, so that some are not interrupted by other work; the lower quartile is the figure. */
async function compare(burst: Burst) {
  const taken: Record<Side, Awaited<ReturnType<typeof runBurst>>[]> = { on: [], off: [] }
  for (let pair = -WARM; pair < PAIRS; pair += 1)
    for (const side of pair % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const)) {
      const result = await runBurst(burst, side)
      if (pair >= 0) taken[side].push(result)
    }
  const figures = (side: Side) => {
    const of = (key: 'process' | 'database') => taken[side].map((each) => each[key])
    return {
      process: [0.25, 0.5].map((share) => round(quantile(of('process'), share), 1)),
      database: [0.25, 0.5].map((share) => round(quantile(of('database'), share), 1)),
    }
  }
  const line = {
    name: burst.name,
    concurrency: burst.concurrency,
    perTurn: burst.perTurn,
    on: figures('on'),
    off: figures('off'),
  }
  console.log(`  ${JSON.stringify(line)}`)
  return line
}

/** Marks a statement as short, or as too long for sharing. */
function timed(statement: ReturnType<typeof withName>, side: Side): Statement {
  Object.assign(statement.known, { ms: TIMINGS[side], at: performance.now() })
  return statement
}

async function measureSqlite() {
  const dataDir = makeDataDir()
  mkdirSync(join(dataDir, 'projects'))
  const file = new DatabaseSync(join(dataDir, 'projects', 'rows.sqlite'))
  file.exec('pragma journal_mode = WAL')
  file.exec(`create table _plinth_meta (key text primary key, value text) strict;
    insert into _plinth_meta values ('release', 'r1');
    create table item (id integer primary key, title text, status text, rank real) strict;
    create index item_status on item (status, id);
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ROWS})
    insert into item select i, 'Item number ' || i, iif(i % 3 = 0, 'open', 'done'), i from n`)
  const runner = openSqliteRunner(dataDir)
  const target = { placement: { database: 'rows.sqlite' } as Placement, release: 'r1' }
  const cells = `json_object('id', id, 'title', title, 'status', status, 'rank', rank)`
  const one = withName({ text: `select ${cells} as answer from item where id = ?`, values: [3] })
  const text = `select ${cells} from item where status = ? order by id desc limit 31`
  const page = withName({
    text,
    values: ['open'],
    list: { most: 30, keys: [], maxBytes: 10_485_760 },
  })
  const lines: object[] = []
  for (const [concurrency, perTurn, amount] of [
    [64, 16, 128],
    [64, 4, 128],
    [64, 1, 128],
    [1, 1, 30],
  ] as const)
    for (const [name, statement] of Object.entries({ one, page })) {
      const read: Burst['read'] = (_, side) => runner.read(target, timed(statement, side))
      lines.push(await compare({ name: `sqlite3 ${name}`, concurrency, perTurn, amount, read }))
    }
  await runner.close()
  file.close()
  removeDataDir(dataDir)
  return lines
}

async function measurePostgres() {
  const stack = await startStack({ dataDir: makeDataDir(), env: { PLINTH_LOG_LEVEL: 'error' } })
  const connectionString = embeddedDatabaseUrl(stack.dataDir)
  const limits = { connectionString, pipeline: true, max: 12, idleTimeoutMillis: 0 }
  // A pool for each side, since the shared connections stay leased.
  const pools = { on: new pg.Pool(limits), off: new pg.Pool(limits) }
  const pool = pools.on
  await pool.query(`create table item (id int primary key, title text, status text, rank float8);
    insert into item select n, 'Item number ' || n, case n % 3 when 0 then 'open' else 'done' end, n
    from generate_series(1, ${ROWS}) n; create index on item (status, id); analyze item`)
  const multiplexer = new ConnectionMultiplexer(
    () => pool.connect(),
    () => 4,
  )
  const text = `select string_agg(row_to_json(t)::text, ',') as answers from
    (select * from item where status = $1 order by id desc limit 30) t`
  const byId = 'select row_to_json(t)::text as answer from item t where id = $1'
  const one = withName({ text: byId, values: [3] })
  const page = withName({ text, values: ['open'] })
  const lines: object[] = []
  for (const [concurrency, perTurn, amount] of [
    [100, 16, 200],
    [100, 4, 200],
    [20, 4, 100],
    [1, 1, 30],
  ] as const)
    for (const [name, statement] of Object.entries({ one, page })) {
      const read: Burst['read'] = (_, side) =>
        runKnown(
          { connect: () => pools[side].connect(), multiplexer, key: '', isRead: true },
          timed(statement, side),
        )
      const database = () => backendMicros(stack.pid)
      lines.push(
        await compare({ name: `postgres ${name}`, concurrency, perTurn, amount, read, database }),
      )
    }
  multiplexer.close()
  await Promise.all([pools.on.end(), pools.off.end()])
  await stack.stop()
  removeDataDir(stack.dataDir)
  return lines
}

async function measure(): Promise<Measured> {
  const lines = [...(await measureSqlite()), ...(await measurePostgres())]
  return { figures: `${lines.length} lines`, violations: [], result: { pairs: PAIRS, lines } }
}

/** Processor time of one statement with and without in-process reads and shared connections. */
export const runnerStatements: Measurement = { name: 'runner-statements', run: measure }
