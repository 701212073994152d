import { Row } from '@plinth/contract'
import { newToken } from '../../accounts/passwords/new-token.ts'
import { hashPassword } from '../../accounts/passwords/passwords.ts'
import { readStored } from '../../foundation/platform/stored-json.ts'
import { policyFor, readAuthUser } from '../request/access-policy.ts'
import type { OpenTable, RowRequest } from '../request/row-request.ts'
import { ruledRowTooLarge } from '../request/too-large.ts'
import { compileAccount } from '../statements/select/compile-account.ts'
import { compileOne } from '../statements/select/compile-select.ts'
import { isWithinBytes } from '../statements/select/is-within-bytes.ts'
import { ANSWERED_ROW, WHOLE_ROW } from '../statements/select/row-object.ts'
import { prepareRows } from '../write/prepare-rows.ts'
import { changeRow } from '../write/update-row.ts'

/** A row of an Auth table as sign-in needs it. The hash must not leave sign-in. */
export interface Account {
  id: string
  email: string
  passwordHash: string | undefined
  verified: boolean
}

/** Sign-up stores addresses in lower case. Staff may have stored others, which match exactly. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase()

/** External databases may contain other values than argon2id hashes. */
const HASH = /^\$argon2id\$/

/** Finds an account by id or address; an exact match of the address wins over its lower case. */
export async function findAccount(
  { environment, table, runner }: OpenTable,
  by: { email: string } | { id: string },
): Promise<Account | undefined> {
  const wanted = 'id' in by ? by : { emails: [by.email.trim(), normaliseEmail(by.email)] as const }
  const rows = await runner.read(environment, compileAccount(environment.model, table, wanted))
  const typed = 'email' in by ? by.email.trim() : undefined
  const row = rows.find(({ email }) => email === typed) ?? rows[0]
  if (!row) return undefined
  const hash = String(row.hash ?? '')
  return {
    id: String(row.id),
    email: String(row.email ?? ''),
    passwordHash: HASH.test(hash) ? hash : undefined,
    verified: Boolean(row.verified),
  }
}

/** The row as its own user may see it: without hidden or hashed columns and without links to rows they may not view. */
export async function readAccount(open: OpenTable, id: string): Promise<Row | undefined> {
  const { context, environment, table, runner, now } = open
  const isNeeded = environment.rules.anyNeedsUserRow
  const auth = await readAuthUser(open, { tableId: table.id, userId: id, isNeeded })
  const request = {
    auth,
    body: null,
    query: {},
    headers: {},
    method: 'GET',
    context: 'api',
  } as const
  const requestData = () => ({ ...request, env: environment.name })
  const { viewer } = policyFor({ environment, auth, now, request: requestData })
  const { maxAnswerBytes: maxBytes } = context.env
  const one = { table, id, rule: true, view: ANSWERED_ROW, viewer, maxBytes }
  const [row] = await runner.read(environment, compileOne(environment.model, one))
  if (row && !isWithinBytes(row.answer, maxBytes)) throw ruledRowTooLarge(maxBytes, 'account')
  return row && readStored(Row, String(row.answer), 'account')
}

/** Changes an account with the platform's own authority; column options are still validated. */
export async function changeAccount(
  rowRequest: RowRequest,
  { id, ...body }: { id: string; password?: string; verified?: boolean },
): Promise<void> {
  const [row] = await prepareRows(rowRequest, [{ id, body, isNew: false }])
  if (row) await changeRow(rowRequest, { row, body, view: WHOLE_ROW, basedOn: undefined })
}

/** Changes the password if it is still the one that was checked; throws 409 otherwise. Returns the account as written. */
export async function changePassword(
  rowRequest: RowRequest,
  { account, password }: { account: Account; password: string },
): Promise<Account> {
  const { id, passwordHash: ifPasswordHash } = account
  const body = { password }
  const [row] = await prepareRows(rowRequest, [{ id, body, isNew: false }])
  if (!row) throw new Error('rows: prepared row is missing')
  await changeRow(rowRequest, { row, body, view: WHOLE_ROW, basedOn: undefined, ifPasswordHash })
  return { ...account, passwordHash: String(row.values.get('password')) }
}

/** Gives the account a password that nobody knows, and marks its address as verified. Returns it as written. */
export async function replaceByUnknownPassword(
  rowRequest: RowRequest,
  account: Account,
): Promise<Account> {
  const { id } = account
  // Written as a hash: a random token need not fulfil the column's options.
  const passwordHash = await hashPassword(newToken())
  const body = { password: passwordHash, verified: true }
  const row = { id, values: new Map(Object.entries(body)) }
  await changeRow(rowRequest, { row, body, view: WHOLE_ROW, basedOn: undefined })
  return { ...account, passwordHash, verified: true }
}
