import { publishFiles } from '../file-store/publish-files.ts'
import type { RowRequest } from '../request/row-request.ts'
import type { Written } from '../runners/row-runner.ts'
import {
  type Audited,
  compileAuditAfter,
  compileAuditEntries,
  compileAuditExpiry,
} from '../statements/write/compile-audit.ts'
import { compileIdempotency } from '../statements/write/compile-idempotency.ts'
import { compileMissingLinks } from '../statements/write/compile-missing-links.ts'
import { internalTable } from '../statements/write/internal-table.ts'
import type { AnswerShape, SentRow, WritePlan, WriteStep } from '../statements/write/write-plan.ts'
import { countAddedRows, estimateBytes } from './storage-budget.ts'

const DAY_MS = 86_400_000
const EXPIRED_AT_ONCE = 50

/** Checks that linked rows exist and are visible to the caller. */
export function linkChecks(rowRequest: RowRequest, rows: readonly SentRow[]): readonly WriteStep[] {
  const { environment, table, policy } = rowRequest
  const { viewRule } = policy.viewer
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
  /** The sent rows, whose files are published afterwards. */
  readonly rows?: readonly SentRow[]
}

/**
 * Writes rows, their audit entries and the stored answer of an Idempotency-Key in one transaction. Files are published
 * afterwards.
 */
export async function tryWrite(rowRequest: RowRequest, writing: Writing): Promise<Written> {
  const { plan, shape, action, ids, rows = [] } = writing
  const { before, after } = auditSteps(rowRequest, { action, ids })
  const repeat = repeatOf(rowRequest)
  const written = await rowRequest.runner.write(rowRequest.environment, {
    ...plan,
    checks: [...before, ...(plan.checks ?? [])],
    steps: [...plan.steps, ...after],
    shape,
    ids,
    maxBytes: rowRequest.context.env.maxAnswerBytes,
    ...(repeat && { repeat }),
    ...(rowRequest.environment.isWatched && { writer: rowRequest.origin.writer }),
  })
  if (!written.ok) return written
  if (!written.isRepeat) {
    // A delete may name a row twice.
    const changed = ROWS[action] * new Set(ids).size
    countAddedRows(rowRequest, { rows: changed, rowBytes: estimateBytes(rows) })
  }
  if (rows.length > 0) await publishFiles(rowRequest, rows)
  return written
}

/** How an action changes the number of rows. */
const ROWS: Readonly<Record<Audited['action'], number>> = { created: 1, updated: 0, deleted: -1 }

const inside = ({ environment }: RowRequest, name: string) =>
  internalTable(environment.placement, name)

function auditSteps(
  rowRequest: RowRequest,
  { action, ids }: Pick<Writing, 'action' | 'ids'>,
): { before: readonly WriteStep[]; after: readonly WriteStep[] } {
  const { context, environment, table, now, origin } = rowRequest
  if (origin.staffId === undefined) return { before: [], after: [] }
  const { model } = environment
  const { staffId, requestId, actsAs } = origin
  const entries = inside(rowRequest, '_plinth_audit')
  const audited = {
    entries,
    table,
    ids,
    action,
    staffId,
    requestId,
    now,
    ...(actsAs && { actsAs }),
  }
  // Deletes more than it adds, so that the table stays bounded without a job that visits every project.
  const expiry = compileAuditExpiry(model, {
    entries,
    before: now - context.env.audit.days * DAY_MS,
    limit: 2 * ids.length + EXPIRED_AT_ONCE,
  })
  if (action === 'created')
    return { before: [], after: [compileAuditEntries(model, audited, 'after'), expiry] }
  const before = [compileAuditEntries(model, audited, 'before')]
  const after = action === 'updated' ? [compileAuditAfter(model, audited), expiry] : [expiry]
  return { before, after }
}

function repeatOf(rowRequest: RowRequest) {
  const { environment, now, origin } = rowRequest
  if (origin.key === undefined) return undefined
  const { principal, key, content } = origin
  const answers = inside(rowRequest, '_plinth_repeat')
  return compileIdempotency(environment.model, { answers, principal, key, content, now })
}

/** The stored answer of an earlier request with the same Idempotency-Key and content. */
export async function findRepeatedAnswer(rowRequest: RowRequest): Promise<string | undefined> {
  const repeat = repeatOf(rowRequest)
  const [known] = repeat ? await rowRequest.runner.read(rowRequest.environment, repeat.find) : []
  return known && known.content === repeat?.content ? String(known.answer) : undefined
}
