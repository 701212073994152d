import type { FieldIssue } from '@plinth/contract'
import { hashPassword } from '../../accounts/passwords/passwords.ts'
import type { DataTable } from '../../databases/sql/data-model.ts'
import { invalid } from '../../foundation/http/errors/api-error.ts'
import { confirmFiles, fileColumnsOf } from '../file-store/confirm-files.ts'
import { markFilesForRecheck } from '../file-store/file-claims.ts'
import type { RowRequest } from '../request/row-request.ts'
import type { SentRow } from '../statements/write/write-plan.ts'
import { type RowValidator, validatorOf } from '../values/validate-row.ts'
import { estimateBytes, requireRoom } from './storage-budget.ts'

const validators = new WeakMap<DataTable, Map<boolean, RowValidator>>()

export function validatorFor(table: DataTable, seesHidden: boolean): RowValidator {
  const cached = validators.get(table) ?? new Map<boolean, RowValidator>()
  validators.set(table, cached)
  const validator = cached.get(seesHidden) ?? validatorOf(table.definition, { seesHidden })
  cached.set(seesHidden, validator)
  return validator
}

interface Sent {
  readonly id: string
  readonly body: unknown
  readonly isNew: boolean
  /** Prefix of field names in errors; empty for a single row. */
  readonly path?: string
}

/** Columns of an Auth table that only sign-up, verification and reset may set; staff may set them here. */
const OF_ACCOUNT: Readonly<Record<'create' | 'update', readonly string[]>> = {
  create: ['verified'],
  update: ['email', 'password', 'verified'],
}

function accountIssues(
  { table, policy }: RowRequest,
  { body, isNew }: Sent,
): readonly FieldIssue[] {
  if (policy.isStaff || table.definition.type !== 'Auth') return []
  const names = OF_ACCOUNT[isNew ? 'create' : 'update']
  return names
    .filter((name) => typeof body === 'object' && body !== null && Object.hasOwn(body, name))
    .map((path) => ({ path, message: 'Can only be changed through the account endpoints' }))
}

/**
 * Validates sent rows, throwing all issues in one error, claims their files and hashes their secrets. Throws 507 if the
 * project's budget has no room for them.
 */
export async function prepareRows(
  rowRequest: RowRequest,
  sent: readonly Sent[],
): Promise<readonly SentRow[]> {
  const validator = validatorFor(rowRequest.table, rowRequest.policy.viewer.seesHidden)
  const issues: FieldIssue[] = []
  const rows: (SentRow & { readonly toHash: readonly string[] })[] = []
  for (const each of sent) {
    const { id, body, isNew, path = '' } = each
    const validated = isNew ? validator.create(body) : validator.update(body)
    const found = [...accountIssues(rowRequest, each), ...(validated.ok ? [] : validated.issues)]
    for (const issue of found) issues.push({ ...issue, path: `${path}${issue.path}` })
    if (validated.ok) rows.push({ id, values: validated.values, toHash: validated.toHash })
  }
  if (issues.length > 0) throw invalid(issues.slice(0, 100))
  const added = { rows: sent.filter(({ isNew }) => isNew).length, rowBytes: estimateBytes(rows) }
  const room = requireRoom(rowRequest, added)
  if (room) await room
  const confirmed =
    fileColumnsOf(rowRequest.table).length > 0 ? await claimFiles(rowRequest, sent, rows) : rows
  if (rows.every(({ toHash }) => toHash.length === 0)) return confirmed
  const hashed: SentRow[] = []
  // Sequential: hashing is expensive by design and must not starve sign-ins.
  for (const [at, row] of confirmed.entries())
    hashed.push(await hashSecrets(row, rows[at]?.toHash ?? []))
  return hashed
}

/** Replaces sent files by their stored description. Files of updated rows are marked for a recheck by the sweeper. */
async function claimFiles(rowRequest: RowRequest, sent: readonly Sent[], rows: readonly SentRow[]) {
  const confirmed = await confirmFiles(rowRequest.context, {
    target: { environmentId: rowRequest.environment.id, table: rowRequest.table },
    sent: rows.map((row, at) => ({ row, path: sent[at]?.path ?? '' })),
  })
  const changed = sent.filter(({ isNew }) => !isNew).map(({ id }) => id)
  await markFilesForRecheck(rowRequest, changed)
  return confirmed
}

export async function hashSecrets(row: SentRow, toHash: readonly string[]): Promise<SentRow> {
  if (toHash.length === 0) return row
  const values = new Map(row.values)
  for (const name of toHash) values.set(name, await hashPassword(String(values.get(name))))
  return { id: row.id, values }
}
