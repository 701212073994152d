import { randomUUID } from 'node:crypto'
import type { EnvironmentName } from '@plinth/contract'
import { newToken } from '../../accounts/passwords/new-token.ts'
import type { AppUser } from '../../foundation/callers/app-session-store.ts'
import { APP_TOKEN_PREFIX, hashAppToken } from '../../foundation/http/access/authenticate.ts'
import { withPlatform } from './people.ts'

/** A session of an app user without a row, for tests that only need the caller. */
export async function newAppUser(
  projectId: string,
  of: { environment?: EnvironmentName; tableId?: string; userId?: string } = {},
): Promise<AppUser & { token: string }> {
  const token = `${APP_TOKEN_PREFIX}${newToken()}`
  const { tokenHash, familyHash } = hashAppToken(token)
  const tableId = of.tableId ?? 'users'
  const userId = of.userId ?? randomUUID()
  const environmentId = await withPlatform(async (client) => {
    const added = await client.query(
      `insert into app_session (token_hash, environment_id, table_id, user_id, expires_at, family_hash)
       select $1, id, $2, $3, now() + interval '7 days', $6 from environment
       where project_id = $4 and name = $5 returning environment_id`,
      [tokenHash, tableId, userId, projectId, of.environment ?? 'dev', familyHash],
    )
    return String(added.rows[0].environment_id)
  })
  return { projectId, environmentId, tableId, userId, token }
}
