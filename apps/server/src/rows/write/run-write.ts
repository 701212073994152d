import { quoteName } from '../../databases/sql/quote-name.ts'
import { raw } from '../../foundation/platform/sql.ts'
import { publishFiles } from '../file-store/publish-files.ts'
import type { Ask } from '../request/ask.ts'
import type { Written } from '../runners/row-runner.ts'
import { type Audited, compileAfter, compileEntries } from '../statements/write/compile-audit.ts'
import { compileMissingLinks } from '../statements/write/compile-missing-links.ts'
import { compileRepeat } from '../statements/write/compile-repeat.ts'
import type { AnswerShape, SentRow, Step, WritePlan } from '../statements/write/write-plan.ts'

/** What must hold of the ids that were sent before a row is tied to them. */
export function linkChecks(ask: Ask, rows: readonly SentRow[]): readonly Step[] {
  const { environment, table, judge } = ask
  const { viewRule } = judge.viewer
  const statement = compileMissingLinks(environment.model, {
    table,
    rows,
    ...(viewRule && { viewRule }),
  })
  return statement ? [{ statement, expects: 0, failing: { reason: 'missing' } }] : []
}

interface Writing {
  readonly plan: WritePlan
  readonly shape: AnswerShape
  readonly action: Audited['action']
  readonly ids: readonly string[]
  /** What was sent for them, with their files. */
  readonly rows?: readonly SentRow[]
}

/**
 * Writes rows, staff's entries about them and the answer of an Idempotency-Key, all in one transaction. Files are
 * published afterwards.
 */
export async function tryWrite(ask: Ask, writing: Writing): Promise<Written> {
  const { plan, shape, action, ids, rows = [] } = writing
  const { before, after } = auditSteps(ask, { action, ids })
  const repeat = repeatOf(ask)
  const written = await ask.runner.write(ask.environment, {
    ...plan,
    checks: [...before, ...(plan.checks ?? [])],
    steps: [...plan.steps, ...after],
    shape,
    ids,
    ...(repeat && { repeat }),
    ...(ask.environment.isWatched && { writer: ask.origin.writer }),
  })
  if (written.ok && rows.length > 0) await publishFiles(ask, rows)
  return written
}

const inside = ({ environment }: Ask, name: string) =>
  raw(`${quoteName(environment.placement.schema)}.${name}`)

function auditSteps(
  ask: Ask,
  { action, ids }: Pick<Writing, 'action' | 'ids'>,
): { before: readonly Step[]; after: readonly Step[] } {
  const { environment, table, now, origin } = ask
  if (origin.staffId === undefined) return { before: [], after: [] }
  const { model } = environment
  const { staffId, requestId } = origin
  const entries = inside(ask, '_plinth_audit')
  const audited = { entries, table, ids, action, staffId, requestId, now }
  if (action === 'created') return { before: [], after: [compileEntries(model, audited, 'after')] }
  const before = [compileEntries(model, audited, 'before')]
  return { before, after: action === 'updated' ? [compileAfter(model, audited)] : [] }
}

function repeatOf(ask: Ask) {
  const { environment, now, origin } = ask
  if (origin.key === undefined) return undefined
  const { principal, key, content } = origin
  const answers = inside(ask, '_plinth_repeat')
  return compileRepeat(environment.model, { answers, principal, key, content, now })
}

/** What an earlier request with the same Idempotency-Key and content was answered. */
export async function findRepeated(ask: Ask): Promise<string | undefined> {
  const repeat = repeatOf(ask)
  const [known] = repeat ? await ask.runner.read(ask.environment, repeat.find) : []
  return known && known.content === repeat?.content ? String(known.answer) : undefined
}
