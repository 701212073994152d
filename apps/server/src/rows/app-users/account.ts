import type { Row } from '@plinth/contract'
import { render } from '../../databases/sql/render.ts'
import { raw, sql } from '../../foundation/platform/sql.ts'
import type { Ask } from '../request/ask.ts'
import { judgeOf } from '../request/judge.ts'
import type { OpenTable } from '../request/on-table.ts'
import { readUser } from '../request/read-user.ts'
import { compileOne } from '../statements/select/compile-select.ts'
import { WHOLE_ROW } from '../statements/select/row-object.ts'
import { changeRow } from '../write/change-row.ts'
import { readSent } from '../write/read-sent.ts'

/** The row of an Auth table as signing in sees it; the hash goes nowhere else. */
export interface Account {
  id: string
  email: string
  passwordHash: string | undefined
  verified: boolean
}

/** Sign-up stores addresses in lower case; staff may have written others, which are found as they are. */
export const toAddress = (email: string): string => email.trim().toLowerCase()

/** An argon2id hash, and nothing that a foreign database may hold instead. */
const HASH = /^\$argon2id\$/

/** Finds an account by its address or by its id; an address as it was typed goes before its lower case. */
export async function findAccount(
  { environment, table, runner }: OpenTable,
  by: { email: string } | { id: string },
): Promise<Account | undefined> {
  const { dialect } = environment.model
  const cell = (name: string) => table.columns.get(name)?.cell ?? raw('null')
  const condition =
    'id' in by
      ? sql`${table.key} = ${dialect.bind('id', by.id)}`
      : sql`${cell('email')} in (${dialect.bind('text', by.email.trim())}, ${dialect.bind('text', toAddress(by.email))})`
  const text = sql`select ${table.key} as id, ${cell('email')} as email, ${cell('password')} as hash, ${cell('verified')} as verified from ${table.from} where ${condition} limit 2`
  const rows = await runner.read(environment, render(text, dialect.style))
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

/** The row as its own user may see it: without what is hidden or hashed, or links to rows they may not view. */
export async function readAccount(open: OpenTable, id: string): Promise<Row | undefined> {
  const { environment, table, runner, now } = open
  const isNeeded = environment.rules.anyAsksOfUser
  const auth = await readUser(open, { tableId: table.id, userId: id, isNeeded })
  const request = {
    auth,
    body: null,
    query: {},
    headers: {},
    method: 'GET',
    context: 'api',
  } as const
  const asked = () => ({ ...request, env: environment.name })
  const { viewer } = judgeOf({ environment, auth, now, request: asked })
  const one = { table, id, rule: true, view: WHOLE_ROW, viewer }
  const [row] = await runner.read(environment, compileOne(environment.model, one))
  return row && JSON.parse(String(row.answer))
}

/** Changes an account on the platform's own authority; its columns' options are still kept. */
export async function changeAccount(
  ask: Ask,
  { id, ...body }: { id: string; password?: string; verified?: boolean },
): Promise<void> {
  const [row] = await readSent(ask, [{ id, body, isNew: false }])
  if (row) await changeRow(ask, { row, body, view: WHOLE_ROW, basedOn: undefined })
}
