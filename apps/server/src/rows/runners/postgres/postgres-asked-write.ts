import type pg from 'pg'
import type { Statement } from '../../../databases/sql/render.ts'
import { AskedRows } from '../../statements/write/asked-rows.ts'
import {
  answerOfIds,
  answerText,
  type Step,
  type WritePlan,
  withAnswer,
} from '../../statements/write/write-plan.ts'
import { DatabaseFault } from '../database-fault.ts'
import { needsReader } from '../needs-reader.ts'
import type { Place, Written } from '../row-runner.ts'
import { type PostgresReaders, type RunAsReader, readWith } from './postgres-readers.ts'
import { run } from './postgres-statement.ts'
import { inTransaction, type SharedPlan, type WrittenOnce, writePlan } from './postgres-write.ts'

/** How often the rows that a rule held for may change before they are written. */
const TRIES = 3

type Answers = ReadonlyMap<Statement, string>

const questionsOf = ({ values }: Statement): readonly Statement[] =>
  values.flatMap((value) => (value instanceof AskedRows ? [value.question] : []))

function fillStatement(statement: Statement, answers: Answers): Statement {
  const values = statement.values.map((value) =>
    value instanceof AskedRows ? answers.get(value.question) : value,
  )
  return { ...statement, values }
}

/** What a question itself asks is asked before it. */
async function askOnce(ask: RunAsReader, question: Statement, answers: Map<Statement, string>) {
  if (answers.has(question)) return
  for (const inner of questionsOf(question)) await askOnce(ask, inner, answers)
  const rows = await readWith(ask, fillStatement(question, answers))
  answers.set(question, JSON.stringify(rows))
}

async function askAll(ask: RunAsReader, { steps }: WritePlan): Promise<Answers> {
  const answers = new Map<Statement, string>()
  for (const { statement } of steps)
    for (const question of questionsOf(statement)) await askOnce(ask, question, answers)
  return answers
}

const fill = (step: Step, answers: Answers): Step => ({
  ...step,
  statement: fillStatement(step.statement, answers),
})

const isSame = (left: Answers, right: Answers) =>
  [...left].every(([question, answer]) => right.get(question) === answer)

interface AskedWrite {
  readonly readers: PostgresReaders
  readonly pool: pg.Pool
  readonly place: Place
  readonly plan: WritePlan
}

/** Checks that read a Computed table are asked by the reader, before the transaction of the others. */
async function findFailing(ask: RunAsReader, checks: readonly Step[]) {
  for (const { statement, expects, failing } of checks) {
    const rows = await readWith(ask, statement)
    if (expects !== undefined && rows.length !== expects)
      return { ok: false, failing, rows } as const
  }
  return undefined
}

/** Writes what the reader's answers allow; asks again where a row changed between the answer and the write. */
async function writeAllowed(
  pool: pg.Pool,
  { checks = [], ...plan }: SharedPlan,
  ask: RunAsReader,
): Promise<WrittenOnce> {
  const [asked, others] = [true, false].map((isAsked) =>
    checks.filter(({ statement }) => needsReader(statement) === isAsked),
  )
  let answers = await askAll(ask, plan)
  for (let attempt = 1; ; attempt += 1) {
    const failed = await findFailing(ask, asked ?? [])
    const steps = plan.steps.map((step) => fill(step, answers))
    const allowed: SharedPlan = { ...plan, steps, checks: others ?? [], failed }
    const written = await inTransaction(pool, (connection) => writePlan(connection, allowed))
    if (written.ok || failed || attempt === TRIES) return written
    const now = await askAll(ask, plan)
    if (isSame(answers, now)) return written
    answers = now
  }
}

/** Reads the answer of a committed write. Nothing that fails here may look as if the write could be tried again. */
async function readAnswer({ pool, plan }: AskedWrite, ask: RunAsReader, answer: Statement) {
  const text = await readWith(ask, answer).then(
    (rows) => answerText(plan.shape ?? 'nothing', rows),
    (error: unknown) => {
      throw new DatabaseFault({ kind: 'timeout' }, error)
    },
  )
  const { repeat } = plan
  // Until here a repeat is answered with ids alone, and goes on to be if this fails.
  if (repeat) await run(pool, withAnswer(repeat.replace, 0, text)).catch(() => undefined)
  return text
}

/**
 * A write that involves a Computed table. Its query may not run with the rights of the write, so its rules are
 * asked on a connection of the reader first. The write names the rows they held for in the version that was asked
 * about; other rows that a rule looks at may have changed in between.
 */
export function writeAsked(asked: AskedWrite): Promise<Written> {
  const { readers, place, plan } = asked
  const { answer, ...withoutAnswer } = plan
  const isLate = answer !== undefined && needsReader(answer)
  const shared = isLate ? { ...withoutAnswer, answered: answerOfIds(plan) } : plan
  return readers.use(place, async (ask) => {
    const written = await writeAllowed(asked.pool, shared, ask)
    if (!written.ok || !isLate || written.isRepeat) return written
    return { ok: true, text: await readAnswer(asked, ask, answer) }
  })
}
