import { randomBytes } from 'node:crypto'
import { addAudit } from '../../foundation/audit/audit-store.ts'
import type { Database } from '../../foundation/platform/database.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import { SettingsError } from '../../foundation/settings/env.ts'
import { findKnownPassword } from '../passwords/known-passwords.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { addFirstStaff, hasStaff, lockStaff } from './first-admin-store.ts'

export interface FirstAdmin {
  email: string
  /** Set only if it was generated; a configured password is never printed. */
  generatedPassword: string | undefined
}

/** Creates the organisation and its admin if there is no staff yet. Safe to call concurrently. */
export async function createFirstAdmin(
  db: Database,
  options: { email: string | undefined; password: string | undefined },
): Promise<FirstAdmin | undefined> {
  if (await hasStaff(db)) return undefined
  const email = options.email ?? 'admin@plinth.local'
  const password = options.password ?? randomBytes(12).toString('base64url')
  const problem = findKnownPassword({ password, email })
  if (problem !== undefined) throw new SettingsError(`PLINTH_ADMIN_PASSWORD: ${problem}`)
  const passwordHash = await hashPassword(password)
  return db.transaction(async (transaction) => {
    await lockStaff(transaction)
    if (await hasStaff(transaction)) return undefined
    const id = newId('stf')
    const organisationId = newId('org')
    await addFirstStaff(transaction, { id, organisationId, email, passwordHash })
    await addAudit(transaction, {
      author: { organisationId, staffId: null, requestId: 'start' },
      entry: { action: 'created the first admin', entity: 'staff', entityId: id, after: { email } },
    })
    return { email, generatedPassword: options.password === undefined ? password : undefined }
  })
}
