import { hashPassword } from '../../apps/server/src/accounts/passwords/passwords.ts'
import { createFirstAdmin } from '../../apps/server/src/accounts/sign-in/create-first-admin.ts'
import {
  addFirstStaff,
  hasStaff,
} from '../../apps/server/src/accounts/sign-in/first-admin-store.ts'
import { addAudit } from '../../apps/server/src/foundation/audit/audit-store.ts'
import { type Database, openDatabase } from '../../apps/server/src/foundation/platform/database.ts'
import { migratePlatform } from '../../apps/server/src/foundation/platform/migrate-platform.ts'
import { newId } from '../../apps/server/src/foundation/platform/new-id.ts'

/** createFirstAdmin without its lock, to prove that the suite detects it. */
async function createWithoutLock(db: Database, email: string): Promise<boolean> {
  if (await hasStaff(db)) return false
  const passwordHash = await hashPassword('correct horse battery')
  const id = newId('stf')
  const organisationId = newId('org')
  await db.transaction(async (transaction) => {
    await addFirstStaff(transaction, { id, organisationId, email, passwordHash })
    await addAudit(transaction, {
      author: { organisationId, staffId: null, requestId: 'start' },
      entry: { action: 'created the first admin', entity: 'staff', entityId: id },
    })
  })
  return true
}

/** A first start from the view of the platform database; returns whether it created the admin. */
export async function startOnce(start: {
  url: string
  number: number
  locked: boolean
}): Promise<boolean> {
  const { url, number, locked } = start
  await migratePlatform(url)
  const db = openDatabase({ url, maxConnections: 1, onError: () => undefined })
  try {
    // Each start uses its own address, so that no unique index hides a second admin.
    const email = `admin${number}@example.com`
    if (!locked) return await createWithoutLock(db, email)
    return (await createFirstAdmin(db, { email, password: 'correct horse battery' })) !== undefined
  } finally {
    await db.close()
  }
}
