import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

/** Events of an account that are mailed to its owner; `test` is the test mail of an admin. */
export type NoticeKind =
  | 'new-device'
  | 'password-changed'
  | 'email-changed'
  | 'two-factor-off'
  | 'authenticator-removed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'key-created'
  | 'personal-key-created'
  | 'identity-connected'
  | 'identity-disconnected'
  | 'test'

export interface NewNotice {
  staffId: string
  email: string
  kind: NoticeKind
  network: string
  agent: string
  about: string
}

export interface Notice extends NewNotice {
  createdAt: Date
}

/** Stores a notice until it is delivered; returns its id. */
export async function insertNotice(transaction: Transaction, notice: NewNotice): Promise<string> {
  const [row] = await transaction.query<{ id: string }>(sql`
    insert into notice (staff_id, email, kind, network, agent, about)
    values (${notice.staffId}, ${notice.email}, ${notice.kind}, ${notice.network}, ${notice.agent},
      ${notice.about})
    returning id::text`)
  return row?.id ?? ''
}

export async function findNotice(on: Queryable, id: string): Promise<Notice | undefined> {
  const [row] = await on.query<Notice & Record<string, unknown>>(sql`
    select staff_id as "staffId", email, kind, network, agent, about, created_at as "createdAt"
    from notice where id = ${id}`)
  return row
}

export async function dropNotice(on: Queryable, id: string): Promise<void> {
  await on.query(sql`delete from notice where id = ${id}`)
}

/** Whether a test mail of this person is on its way. */
export async function hasTestMail(on: Queryable, staffId: string): Promise<boolean> {
  const rows = await on.query(
    sql`select 1 from notice where staff_id = ${staffId} and kind = 'test' limit 1`,
  )
  return rows.length > 0
}
