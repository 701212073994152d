import type { Data } from '@plinth/expression'
import { ApiError, notFound } from '../../foundation/http/errors/api-error.ts'
import { readStoredObject } from '../../foundation/platform/stored-json.ts'
import type { RowRequest } from '../request/row-request.ts'
import { answerTooLarge } from '../request/too-large.ts'
import { needsOldRow, readsBody } from '../statements/expression/request-needs.ts'
import { type View, WHOLE_ROW } from '../statements/select/row-object.ts'
import { compileMany, compileUpdates } from '../statements/write/compile-bulk.ts'
import { compileUnchanged } from '../statements/write/compile-unchanged.ts'
import type { SentRow, WriteStep } from '../statements/write/write-plan.ts'
import { type Versions, versionChecks } from './row-version.ts'
import { linkChecks, tryWrite } from './run-write.ts'
import { throwIfStale } from './throw-if-stale.ts'
import { toWriteError } from './to-write-error.ts'

interface Changes {
  readonly rows: readonly SentRow[]
  /** Sent bodies by row id. */
  readonly bodies: ReadonlyMap<string, Data>
  readonly view: View
  /** Versions that the rows must still have. */
  readonly versions: Versions
}

const MAX_ATTEMPTS = 3

/** Updates many rows, all or none, and returns their new state as the response body. */
export async function changeRows(rowRequest: RowRequest, changes: Changes): Promise<string> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const olds = needsOldRows(rowRequest, changes)
      ? await readOldRows(rowRequest, changes)
      : undefined
    const answer = await tryChanges(rowRequest, changes, olds)
    if (answer !== undefined) return answer
    await throwIfStale(rowRequest, changes.versions, (id) => changes.bodies.get(id))
  }
  throw new ApiError('conflict', 'Another user is changing these rows. Try again.')
}

function checkedRule({ environment, table, policy }: RowRequest) {
  if (policy.isStaff) return undefined
  const read = environment.rules.rule(table, 'update')
  return read.ok && read.rule.type === 'open' ? read.rule.checked : undefined
}

function needsOldRows(rowRequest: RowRequest, { bodies }: Changes): boolean {
  const checked = checkedRule(rowRequest)
  return checked !== undefined && [...bodies.values()].some((body) => needsOldRow(checked, body))
}

type OldRows = ReadonlyMap<string, Data>

async function readOldRows(
  { context, environment, runner, table }: RowRequest,
  { rows }: Changes,
): Promise<OldRows> {
  const many = {
    table,
    ids: rows.map(({ id }) => id),
    view: WHOLE_ROW,
    viewer: { seesHidden: true },
    maxBytes: context.env.maxAnswerBytes,
  }
  const found = await runner.read(environment, compileMany(environment.model, many))
  if (found.some(({ answer }) => answer === null)) throw answerTooLarge(many.maxBytes)
  const olds: Data[] = found.map(({ answer }) => readStoredObject(String(answer), 'row'))
  if (olds.length !== rows.length) throw notFound()
  return new Map(olds.map((old) => [String(old.id), old]))
}

function oldRowChecks(
  { environment, table }: RowRequest,
  olds: OldRows | undefined,
): readonly WriteStep[] {
  if (!olds) return []
  const rows = [...olds].map(([id, { updatedOn }]) => ({ id, updatedOn: String(updatedOn) }))
  return [compileUnchanged(environment.model, { table, rows })]
}

async function tryChanges(
  rowRequest: RowRequest,
  { rows, bodies, view, versions }: Changes,
  olds: OldRows | undefined,
): Promise<string | undefined> {
  const { context, environment, table, policy, now } = rowRequest
  const checked = checkedRule(rowRequest)
  const isEach = checked !== undefined && readsBody(checked)
  const ruleOf = ({ id }: SentRow) =>
    policy.rule(table, 'update', { body: bodies.get(id), old: olds?.get(id) })
  const plan = compileUpdates(environment.model, {
    table,
    rows,
    now,
    view,
    viewer: policy.viewer,
    maxBytes: context.env.maxAnswerBytes,
    rule: isEach ? ruleOf : policy.rule(table, 'update'),
    ...(policy.linkRule && { linkRule: policy.linkRule }),
  })
  const versionSteps = [...versionChecks(rowRequest, versions), ...oldRowChecks(rowRequest, olds)]
  const checks = [...versionSteps, ...linkChecks(rowRequest, rows)]
  const written = await tryWrite(rowRequest, {
    plan: { ...plan, checks },
    shape: 'many',
    action: 'updated',
    ids: rows.map(({ id }) => id),
    rows,
  })
  if (written.ok) return written.text
  if (written.failing.reason === 'moved') return undefined
  throw toWriteError(rowRequest, written)
}
