import type { Queryable } from '../../../apps/server/src/foundation/platform/database.ts'
import { sql } from '../../../apps/server/src/foundation/platform/sql.ts'

export { addAuthorization } from '../../../apps/server/src/workflows/credentials/oauth/authorization-store.ts'

/** Accepts an answer each time that it arrives. */
export async function claimAuthorization(on: Queryable, { handleHash }: { handleHash: Buffer }) {
  const [row] = await on.query<{ revision: number }>(sql`
    select revision from credential_authorization where handle_hash = ${handleHash}`)
  return row?.revision
}
