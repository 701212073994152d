import { updateRow as endpoint, patchRow as patch } from '@plinth/contract'
import type { Data } from '@plinth/expression'
import { asId } from '../../databases/sql/bind-values.ts'
import { type Call, JsonText } from '../../foundation/http/calls/call.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError, notFound } from '../../foundation/http/errors/api-error.ts'
import { readStoredObject } from '../../foundation/platform/stored-json.ts'
import type { RowsContext } from '../context.ts'
import { viewOf } from '../read/read-selection.ts'
import { readRuledRow } from '../request/read-ruled-row.ts'
import { type RowRequest, withTable } from '../request/row-request.ts'
import { rowTooLarge, ruledRowTooLarge } from '../request/too-large.ts'
import { needsOldRow } from '../statements/expression/request-needs.ts'
import { compileOne } from '../statements/select/compile-select.ts'
import { isWithinBytes } from '../statements/select/is-within-bytes.ts'
import { ANSWERED_ROW, type View, WHOLE_ROW } from '../statements/select/row-object.ts'
import type { SentRow } from '../statements/write/write-plan.ts'
import { forgetUsers, idsWithNewPassword } from './end-user-sessions.ts'
import { prepareRows } from './prepare-rows.ts'
import { readIfMatch, staleError, updatedOnMs } from './row-version.ts'
import { linkChecks, tryWrite } from './run-write.ts'
import { toWriteError } from './to-write-error.ts'
import { updatePlan } from './write-plans.ts'

const changeSent = (call: Call<typeof endpoint>, context: RowsContext) =>
  withTable({ call, context, operation: 'update' }, async (rowRequest) => {
    const basedOn = readIfMatch(call.request)
    return new JsonText(
      await updateOne(rowRequest, { id: call.params.id, body: call.body, basedOn }),
    )
  })

/** PUT changes only the fields that are sent, so that PATCH is the same. */
export const updateRow = route(endpoint, changeSent)
export const patchRow = route(patch, changeSent)

/** Updates a row if the update rule allows it, and returns it as the `{data}` response. */
export async function updateOne(
  rowRequest: RowRequest,
  change: { id: string; body: Data; basedOn: number | undefined },
): Promise<string> {
  const view = viewOf(rowRequest)
  const id = asId(change.id)
  if (id === null) throw notFound()
  const { body, basedOn } = change
  const [row] = await prepareRows(rowRequest, [{ id, body, isNew: false }])
  if (!row) throw new Error('rows: prepared row is missing')
  const answer = await changeRow(rowRequest, { row, body, view, basedOn })
  await forgetUsers(rowRequest.context, rowRequest, idsWithNewPassword([row]))
  return answer
}

interface Change {
  readonly row: SentRow
  readonly body: Data
  readonly view: View
  /** The version that the caller last saw, in milliseconds. */
  readonly basedOn: number | undefined
  /** The password hash of the account that the caller last saw; throws 409 if it has another one. */
  readonly ifPasswordHash?: string | undefined
}

/** Retries while other writers change the row between reading and writing it. */
const MAX_ATTEMPTS = 5

/** Updates one row and returns its new state as the response body. */
export async function changeRow(rowRequest: RowRequest, change: Change): Promise<string> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const old = needsOld(rowRequest, change.body)
      ? await readOldRow(rowRequest, change.row.id)
      : undefined
    const answer = await tryChange(rowRequest, change, old)
    if (answer !== undefined) return answer
    if (change.ifPasswordHash !== undefined)
      throw new ApiError('conflict', 'The account was changed meanwhile. Sign in again.')
    const current = await readVisibleRow(rowRequest, change.row.id)
    if (change.basedOn !== undefined && current && updatedOnMs(current) !== change.basedOn)
      throw staleError(current, change.body)
    // The rule denied an outdated row, so evaluate it again.
    const isMoved =
      old &&
      updatedOnMs(await readStoredRow(rowRequest, change.row.id, VERSION)) !== updatedOnMs(old)
    if (!isMoved) throw notFound()
  }
  throw new ApiError('conflict', 'Another user is changing this row. Try again.')
}

function needsOld({ environment, table, policy }: RowRequest, body: Data): boolean {
  if (policy.isStaff) return false
  const read = environment.rules.rule(table, 'update')
  return read.ok && read.rule.type === 'open' && needsOldRow(read.rule.checked, body)
}

async function tryChange(
  rowRequest: RowRequest,
  { row, body, view, basedOn, ifPasswordHash }: Change,
  old: Data | undefined,
): Promise<string | undefined> {
  const { table, policy, now, context } = rowRequest
  const ifUpdatedOn = basedOn ?? (old ? updatedOnMs(old) : undefined)
  const plan = updatePlan(rowRequest, {
    table,
    row,
    now,
    view,
    viewer: policy.viewer,
    maxBytes: context.env.maxAnswerBytes,
    rule: policy.rule(table, 'update', { body, old }),
    ...(policy.linkRule && { linkRule: policy.linkRule }),
    ...(ifUpdatedOn !== undefined && { ifUpdatedOn }),
    ...(ifPasswordHash !== undefined && { ifPasswordHash }),
  })
  const written = await tryWrite(rowRequest, {
    plan: { ...plan, checks: linkChecks(rowRequest, [row]) },
    shape: 'one',
    action: 'updated',
    ids: [row.id],
    rows: [row],
  })
  if (written.ok) return written.text
  if (written.failing.reason !== 'denied') throw toWriteError(rowRequest, written)
  return undefined
}

const VERSION: View = { ...WHOLE_ROW, columns: new Set(['id', 'updatedOn']) }

/** The row before the change, for the rule. Throws 404 if there is none, and 413 for a large one that the caller sees. */
async function readOldRow(rowRequest: RowRequest, id: string): Promise<Data> {
  const old = await readRuledRow(rowRequest, { table: rowRequest.table, id })
  const isSeen = old === 'too large' && (await readVisibleRow(rowRequest, id, VERSION))
  if (isSeen) throw ruledRowTooLarge(rowRequest.context.env.maxAnswerBytes, 'row')
  if (!old || old === 'too large') throw notFound()
  return old
}

/** Columns of a row regardless of access; they must not reach the response. Throws 404 if there is none. */
export async function readStoredRow(
  { environment, runner, table }: Pick<RowRequest, 'environment' | 'runner' | 'table'>,
  id: string,
  view: View,
): Promise<Data> {
  const one = { table, id, rule: true, view, viewer: { seesHidden: true } }
  const [row] = await runner.read(environment, compileOne(environment.model, one))
  if (!row) throw notFound()
  return readStoredObject(String(row.answer), 'row')
}

/** The row as the caller may see it; undefined if hidden or missing. Throws 413 if it is above the byte limit. */
export async function readVisibleRow(
  { context, environment, runner, table, policy }: RowRequest,
  id: string,
  view = ANSWERED_ROW,
): Promise<Data | undefined> {
  const rule = policy.rule(table, 'view')
  const { maxAnswerBytes: maxBytes } = context.env
  const one = { table, id, rule, view, viewer: policy.viewer, maxBytes }
  const [row] = await runner.read(environment, compileOne(environment.model, one))
  if (row && !isWithinBytes(row.answer, maxBytes)) throw rowTooLarge(maxBytes, id)
  return row && readStoredObject(String(row.answer), 'row')
}
