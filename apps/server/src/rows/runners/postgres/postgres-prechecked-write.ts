import type { Statement } from '../../../databases/sql/render.ts'
import { PrecheckedRows } from '../../statements/write/prechecked-rows.ts'
import {
  answerOfIds,
  toWritten,
  type WritePlan,
  type WriteStep,
  withAnswer,
} from '../../statements/write/write-plan.ts'
import { DatabaseFault } from '../database-fault.ts'
import type { RowTarget, Written } from '../row-runner.ts'
import type { SingleQueries, TakeConnection } from './fair-connections.ts'
import { type PostgresReaders, type RunAsReader, readWith } from './postgres-readers.ts'
import { run } from './postgres-statement.ts'
import { inPooledTransaction, runWritePlan, type SharedPlan } from './postgres-write.ts'

/** How often the rows that a rule held for may change before the write is given up. */
const TRIES = 3

type PrecheckResults = ReadonlyMap<Statement, string>

const prechecksOf = ({ values }: Statement): readonly Statement[] =>
  values.flatMap((value) => (value instanceof PrecheckedRows ? [value.query] : []))

function bindResults(statement: Statement, results: PrecheckResults): Statement {
  const values = statement.values.map((value) =>
    value instanceof PrecheckedRows ? results.get(value.query) : value,
  )
  return { ...statement, values }
}

/** Prechecks inside a precheck run first. */
async function runPrecheck(
  runAsReader: RunAsReader,
  question: Statement,
  results: Map<Statement, string>,
) {
  if (results.has(question)) return
  for (const inner of prechecksOf(question)) await runPrecheck(runAsReader, inner, results)
  const rows = await readWith(runAsReader, bindResults(question, results))
  results.set(question, JSON.stringify(rows))
}

async function runPrechecks(
  runAsReader: RunAsReader,
  { steps }: WritePlan,
): Promise<PrecheckResults> {
  const results = new Map<Statement, string>()
  for (const { statement } of steps)
    for (const question of prechecksOf(statement)) await runPrecheck(runAsReader, question, results)
  return results
}

const fill = (step: WriteStep, results: PrecheckResults): WriteStep => ({
  ...step,
  statement: bindResults(step.statement, results),
})

const isSame = (left: PrecheckResults, right: PrecheckResults) =>
  [...left].every(([question, answer]) => right.get(question) === answer)

interface PrecheckedWrite {
  readonly readers: PostgresReaders
  /** Runs a statement after the transaction. */
  readonly on: SingleQueries
  readonly connect: TakeConnection
  readonly target: RowTarget
  readonly plan: WritePlan
}

/** Checks that read a Computed table run as the reader, before the transaction of the others. */
async function findFailing(runAsReader: RunAsReader, checks: readonly WriteStep[]) {
  for (const { statement, expects, failing } of checks) {
    const rows = await readWith(runAsReader, statement)
    if (expects !== undefined && rows.length !== expects)
      return { ok: false, failing, rows } as const
  }
  return undefined
}

/** Writes what the prechecks allow; repeats them if a row changed between precheck and write. */
async function writeAllowed(
  connect: TakeConnection,
  { checks = [], ...plan }: SharedPlan,
  runAsReader: RunAsReader,
): Promise<Written> {
  const readerChecks = checks.filter(({ statement }) => statement.readsComputed)
  const others = checks.filter(({ statement }) => !statement.readsComputed)
  let results = await runPrechecks(runAsReader, plan)
  for (let attempt = 1; ; attempt += 1) {
    const failed = await findFailing(runAsReader, readerChecks)
    const steps = plan.steps.map((step) => fill(step, results))
    const allowed: SharedPlan = { ...plan, steps, checks: others, failed }
    const written = await inPooledTransaction(connect, (connection) =>
      runWritePlan(connection, allowed),
    )
    if (written.ok || failed || attempt === TRIES) return written
    const now = await runPrechecks(runAsReader, plan)
    if (isSame(results, now)) return written
    results = now
  }
}

/** Reads the answer of a committed write. A failure here must not look as if the write could be retried. */
async function readAnswer(
  { on, plan }: PrecheckedWrite,
  runAsReader: RunAsReader,
  answer: Statement,
) {
  const text = await readWith(runAsReader, answer).then(
    (rows) => {
      const result = toWritten(plan, rows)
      return result.ok ? result.text : answerOfIds(plan)
    },
    (error: unknown) => {
      throw new DatabaseFault({ kind: 'timeout' }, error)
    },
  )
  const { repeat } = plan
  // A repeat gets only the ids until the full answer is stored; if this fails, it still does.
  if (repeat) await run(on, withAnswer(repeat.replace, 0, text)).catch(() => undefined)
  return text
}

/**
 * A write that involves a Computed table. Its query must not run with the privileges of the write, so its
 * rules are prechecked on a reader's connection. The write names the rows that passed, in the version that
 * was prechecked; other rows that a rule reads may have changed in between.
 */
export function writePrechecked(write: PrecheckedWrite): Promise<Written> {
  const { readers, target, plan } = write
  const { answer, ...withoutAnswer } = plan
  const isLate = answer?.readsComputed === true
  const shared = isLate ? { ...withoutAnswer, answered: answerOfIds(plan) } : plan
  return readers.use(target, async (runAsReader) => {
    const written = await writeAllowed(write.connect, shared, runAsReader)
    if (!written.ok || !isLate || written.isRepeat) return written
    return { ok: true, text: await readAnswer(write, runAsReader, answer) }
  })
}
