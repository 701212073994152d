import type pg from 'pg'
import type { Statement } from '../../../databases/sql/render.ts'
import { planReadsComputed } from '../../statements/write/write-plan.ts'
import { DatabaseFault } from '../database-fault.ts'
import type { RowSandbox, RowTarget, Written } from '../row-runner.ts'
import { SandboxRefusal } from '../sandbox-refusal.ts'
import type { TakeConnection } from './fair-connections.ts'
import { type Connection, run, toDatabaseFault } from './postgres-statement.ts'
import { runWritePlan } from './postgres-write.ts'

/** For so long others wait at most for a row that a sandbox changed, and for one running statement. */
const MAX_OPEN_MS = 5_000
/** If this process stops without closing its connection, the server rolls back after this. */
const MAX_IDLE_MS = 2_000
/** Shows the server that the process goes on, while a script of the test runs. */
const PING_MS = 500
const LOCK_MS = 1_000
/** Attempts to be the only sandbox of the environment; each waits `TURN_MS`, together longer than one is open. */
const ATTEMPTS = 3
const TURN_MS = 3_000

const TOO_LONG = `Its rows would be locked for more than ${MAX_OPEN_MS / 1000} seconds.`
const IN_USE = 'Another test changes rows of this environment. Run it again shortly.'
const EXTERNAL = 'It changes rows of a connected database.'
const COMPUTED = 'A Computed table or SQL query is read after rows were changed.'
const LOST = 'The database ended the transaction of the test.'

/** Takes the lock of the environment's sandboxes inside a new transaction; false if another has it. */
async function begin(connection: pg.PoolClient, environmentId: string): Promise<boolean> {
  await connection.query('begin')
  await connection.query(`set local idle_in_transaction_session_timeout = ${MAX_IDLE_MS}`)
  await connection.query(`set local lock_timeout = ${TURN_MS}`)
  await connection.query(`set local statement_timeout = ${TURN_MS}`)
  try {
    const lock = 'select pg_advisory_xact_lock(hashtextextended($1, 0))'
    await connection.query(lock, [`plinth sandbox ${environmentId}`])
  } catch (error) {
    await connection.query('rollback')
    const fault = toDatabaseFault(error)
    const isTaken = fault instanceof DatabaseFault && ['busy', 'timeout'].includes(fault.fault.kind)
    if (!isTaken) throw fault
    return false
  }
  await connection.query(`set local lock_timeout = ${LOCK_MS}`)
  return true
}

async function beginInTurn(connection: pg.PoolClient, environmentId: string): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1)
    if (await begin(connection, environmentId)) return
  throw new SandboxRefusal(IN_USE)
}

interface Limits {
  readonly statementMs: number
  readonly maxOpenMs?: number
}

/** A transaction on a connection of its own that is always rolled back. */
class PostgresSandbox implements RowSandbox {
  readonly #connection: pg.PoolClient
  readonly #limits: Required<Limits>
  #timer: NodeJS.Timeout | undefined
  #pings: NodeJS.Timeout | undefined
  #ended: string | undefined
  #broken: Error | undefined
  #closing: Promise<void> | undefined

  constructor(connection: pg.PoolClient, { statementMs, maxOpenMs = MAX_OPEN_MS }: Limits) {
    this.#connection = connection
    this.#limits = { statementMs, maxOpenMs }
    connection.on('error', this.#lose)
  }

  /** Runs nothing once the rollback was sent: it would be outside of the transaction. */
  readonly #inside: Connection = {
    query: async (config) => {
      if (this.#ended !== undefined) throw new SandboxRefusal(this.#ended)
      return this.#connection.query(config)
    },
  }

  readonly #lose = (lost: Error) => {
    this.#broken = lost
    this.#ended ??= LOST
  }

  async begin(environmentId: string): Promise<void> {
    await beginInTurn(this.#connection, environmentId)
    const { statementMs, maxOpenMs } = this.#limits
    await this.#connection.query(`set local statement_timeout = ${statementMs}`)
    // The wait for the turn does not count.
    this.#timer = setTimeout(() => {
      this.#ended ??= TOO_LONG
      void this.close()
    }, maxOpenMs)
    const ping = () => void this.#connection.query('select 1').catch(() => undefined)
    this.#pings = setInterval(ping, PING_MS)
  }

  read(_target: RowTarget, statement: Statement) {
    if (statement.readsComputed) return Promise.reject(new SandboxRefusal(COMPUTED))
    return this.#within(() => run(this.#inside, statement))
  }

  write(_target: RowTarget, plan: Parameters<RowSandbox['write']>[1]): Promise<Written> {
    if (planReadsComputed(plan)) return Promise.reject(new SandboxRefusal(COMPUTED))
    return this.#within(async () => {
      const { keeps, result } = await runWritePlan(this.#inside, plan)
      if (!keeps) await this.#inside.query({ text: 'rollback to savepoint one' })
      return result
    })
  }

  async query(): Promise<never> {
    throw new SandboxRefusal(COMPUTED)
  }

  async writeSpool(): Promise<never> {
    throw new Error('sandbox: imports are not supported')
  }

  /** A failed statement leaves the transaction as it was before it. */
  async #within<T>(work: () => Promise<T>): Promise<T> {
    try {
      await this.#inside.query({ text: 'savepoint one' })
      const result = await work()
      await this.#inside.query({ text: 'release savepoint one' })
      return result
    } catch (error) {
      if (this.#ended !== undefined) throw new SandboxRefusal(this.#ended)
      await this.#connection.query('rollback to savepoint one').catch(this.#lose)
      throw toDatabaseFault(error)
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#rollBack()
    return this.#closing
  }

  async #rollBack(): Promise<void> {
    clearTimeout(this.#timer)
    clearInterval(this.#pings)
    this.#ended ??= LOST
    await this.#connection.query('rollback').catch(this.#lose)
    this.#connection.off('error', this.#lose)
    // A connection whose rollback failed is closed, which rolls back too.
    this.#connection.release(this.#broken)
  }
}

/** Opens a transaction that is rolled back in any case. Only one is open for an environment, in all processes. */
export async function openPostgresSandbox(
  { placement }: RowTarget,
  { connect, ...limits }: Limits & { connect: TakeConnection },
): Promise<RowSandbox> {
  // Its triggers may do what a rollback does not undo.
  if (placement.connection) throw new SandboxRefusal(EXTERNAL)
  const sandbox = new PostgresSandbox(await connect(), limits)
  try {
    await sandbox.begin(placement.environmentId)
    return sandbox
  } catch (error) {
    await sandbox.close()
    throw toDatabaseFault(error)
  }
}
