import type { FieldIssue } from '@plinth/contract'
import { hashPassword } from '../../accounts/passwords/passwords.ts'
import type { DataTable } from '../../databases/sql/data-model.ts'
import { invalid } from '../../foundation/http/errors/refusal.ts'
import { confirmFiles, fileColumnsOf } from '../file-store/confirm-files.ts'
import { loosenFiles } from '../file-store/loosen-files.ts'
import type { Ask } from '../request/ask.ts'
import type { SentRow } from '../statements/write/write-plan.ts'
import { type RowValidator, validatorOf } from '../values/validate-row.ts'

const validators = new WeakMap<DataTable, Map<boolean, RowValidator>>()

export function validatorFor(table: DataTable, seesHidden: boolean): RowValidator {
  const known = validators.get(table) ?? new Map<boolean, RowValidator>()
  validators.set(table, known)
  const validator = known.get(seesHidden) ?? validatorOf(table.definition, { seesHidden })
  known.set(seesHidden, validator)
  return validator
}

interface Sent {
  readonly id: string
  readonly body: unknown
  readonly isNew: boolean
  /** Stands before the names of fields; empty for a row by itself. */
  readonly path?: string
}

/** What only sign-up, verification and reset may set of an account; staff may do it here. */
const OF_ACCOUNT: Readonly<Record<'create' | 'update', readonly string[]>> = {
  create: ['verified'],
  update: ['email', 'password', 'verified'],
}

function accountIssues({ table, judge }: Ask, { body, isNew }: Sent): readonly FieldIssue[] {
  if (judge.isStaff || table.definition.type !== 'Auth') return []
  const names = OF_ACCOUNT[isNew ? 'create' : 'update']
  return names
    .filter((name) => typeof body === 'object' && body !== null && Object.hasOwn(body, name))
    .map((path) => ({ path, message: 'Is changed through the account, not here' }))
}

/** Checks sent rows against their columns, refuses all that is wrong at once, and hashes what is secret. */
export async function readSent(ask: Ask, sent: readonly Sent[]): Promise<readonly SentRow[]> {
  const validator = validatorFor(ask.table, ask.judge.viewer.seesHidden)
  const issues: FieldIssue[] = []
  const rows: (SentRow & { readonly toHash: readonly string[] })[] = []
  for (const each of sent) {
    const { id, body, isNew, path = '' } = each
    const validated = isNew ? validator.create(body) : validator.update(body)
    const found = [...accountIssues(ask, each), ...(validated.ok ? [] : validated.issues)]
    for (const issue of found) issues.push({ ...issue, path: `${path}${issue.path}` })
    if (validated.ok) rows.push({ id, values: validated.values, toHash: validated.toHash })
  }
  if (issues.length > 0) throw invalid(issues.slice(0, 100))
  const confirmed = fileColumnsOf(ask.table).length > 0 ? await takeFiles(ask, sent, rows) : rows
  if (rows.every(({ toHash }) => toHash.length === 0)) return confirmed
  const hashed: SentRow[] = []
  // One after another: hashing is heavy by design, and others sign in meanwhile.
  for (const [at, row] of confirmed.entries())
    hashed.push(await hashSecrets(row, rows[at]?.toHash ?? []))
  return hashed
}

/** The rows with their files as we know them; files of rows that change are loose until then. */
async function takeFiles(ask: Ask, sent: readonly Sent[], rows: readonly SentRow[]) {
  const confirmed = await confirmFiles(ask.context, {
    place: { environmentId: ask.environment.id, table: ask.table },
    sent: rows.map((row, at) => ({ row, path: sent[at]?.path ?? '' })),
  })
  const changed = sent.filter(({ isNew }) => !isNew).map(({ id }) => id)
  await loosenFiles(ask, changed)
  return confirmed
}

export async function hashSecrets(row: SentRow, toHash: readonly string[]): Promise<SentRow> {
  if (toHash.length === 0) return row
  const values = new Map(row.values)
  for (const name of toHash) values.set(name, await hashPassword(String(values.get(name))))
  return { id: row.id, values }
}
