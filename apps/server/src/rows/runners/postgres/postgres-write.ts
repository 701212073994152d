import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type pg from 'pg'
import {
  type Idempotency,
  toWritten,
  type WritePlan,
  type Writer,
  withAnswer,
} from '../../statements/write/write-plan.ts'
import type { Row, Spool, Written } from '../row-runner.ts'
import type { TakeConnection } from './fair-connections.ts'
import { type Connection, run, toDatabaseFault } from './postgres-statement.ts'

/** A write whose checks or answer are handled by the environment's reader. */
export interface SharedPlan extends WritePlan {
  /** The check that failed on the reader's connection. */
  readonly failed?: Extract<Written, { ok: false }> | undefined
  /** Preliminary answer; the full one is read after the commit. */
  readonly answered?: string
}

async function runSteps(on: Connection, plan: SharedPlan): Promise<Written> {
  const { checks = [], steps, answer, failed, answered } = plan
  if (failed) return failed
  let first: readonly Row[] | undefined
  for (const step of [...checks, ...steps]) {
    const { statement, expects, failing } = step
    const rows = await run(on, statement)
    if (expects !== undefined && rows.length !== expects) return { ok: false, failing, rows }
    if (step === steps[0]) first = rows
  }
  if (answered !== undefined) return { ok: true, text: answered }
  const rows = answer ? await run(on, answer) : (first ?? [])
  return toWritten(plan, rows)
}

/** Returns the stored answer of a repeated Idempotency-Key. */
async function runOnce(on: Connection, plan: SharedPlan, repeat: Idempotency): Promise<Written> {
  const fail = (reason: 'otherRequest' | 'underWay'): Written => {
    return { ok: false, failing: { reason }, rows: [] }
  }
  const [lock] = repeat.hold ? await run(on, repeat.hold) : [{ taken: true }]
  if (!lock?.taken) return fail('underWay')
  const [known] = await run(on, repeat.find)
  if (known && known.content !== repeat.content) return fail('otherRequest')
  if (known) return { ok: true, text: String(known.answer), isRepeat: true }
  const written = await runSteps(on, plan)
  if (!written.ok) return written
  for (const [at, statement] of repeat.store.entries()) {
    const isLast = at === repeat.store.length - 1
    await run(on, isLast ? withAnswer(statement, repeat.answerAt, written.text) : statement)
  }
  return written
}

/** Runs the work on its own connection; commits or rolls back as the work says. */
export async function inPooledTransaction<T>(
  connect: TakeConnection,
  work: (connection: pg.PoolClient) => Promise<{ readonly keeps: boolean; readonly result: T }>,
): Promise<T> {
  const connection = await connect()
  let broken: Error | undefined
  // Without a listener a connection lost here would end the process.
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
    throw toDatabaseFault(error)
  } finally {
    connection.off('error', lose)
    connection.release(broken)
  }
}

/** Transaction-local settings that the event triggers read. */
async function setWriter(on: Connection, { by, runId, depth }: Writer): Promise<void> {
  const text = `select set_config('plinth.by', $1, true), set_config('plinth.run', $2, true),
    set_config('plinth.depth', $3, true)`
  await run(on, { text, values: [by, runId ?? '', String(depth)] })
}

export async function runWritePlan(connection: Connection, plan: SharedPlan) {
  const { repeat, writer } = plan
  if (writer) await setWriter(connection, writer)
  const result: Written = repeat
    ? await runOnce(connection, plan, repeat)
    : await runSteps(connection, plan)
  return { keeps: result.ok, result }
}

export async function runSpool(connection: pg.PoolClient, { path, isDry, writer }: Spool) {
  if (writer) await setWriter(connection, writer)
  for await (const line of createInterface({ input: createReadStream(path) }))
    await run(connection, JSON.parse(line))
  return { keeps: !isDry, result: undefined }
}
