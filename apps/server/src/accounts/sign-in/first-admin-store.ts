import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

export async function hasStaff(on: Queryable): Promise<boolean> {
  const rows = await on.query(sql`select 1 from staff limit 1`)
  return rows.length > 0
}

/** Locks the staff table against inserts until this transaction ends. */
export async function lockStaff(transaction: Transaction): Promise<void> {
  await transaction.query(sql`lock table staff in share row exclusive mode`)
}

export async function addFirstStaff(
  transaction: Transaction,
  admin: { id: string; organisationId: string; email: string; passwordHash: string },
): Promise<void> {
  await transaction.query(
    sql`insert into organisation (id, name) values (${admin.organisationId}, 'Organisation')`,
  )
  await transaction.query(sql`
    insert into staff (id, organisation_id, email, first_name, last_name, password_hash, is_admin)
    values (${admin.id}, ${admin.organisationId}, ${admin.email}, 'Plinth', 'Admin', ${admin.passwordHash}, true)`)
}
