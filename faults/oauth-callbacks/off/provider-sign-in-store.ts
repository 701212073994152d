import type { Queryable } from '../../../apps/server/src/foundation/platform/database.ts'
import { sql } from '../../../apps/server/src/foundation/platform/sql.ts'

export {
  addProviderSignIn,
  handleBinding,
  saveProviderTicket,
  takeProviderTicket,
} from '../../../apps/server/src/rows/app-providers/provider-sign-in-store.ts'

/** Accepts an answer each time that it arrives. */
export async function claimProviderSignIn(on: Queryable, { stateHash }: { stateHash: Buffer }) {
  const [row] = await on.query<Record<string, unknown>>(sql`
    select environment.project_id as "projectId", issuer, client_id as "clientId",
      sealed_handle as "sealedHandle", redirect, in_popup as "inPopup",
      links_user is not null as "isLink"
    from app_provider_sign_in join environment on environment.id = environment_id
    where state_hash = ${stateHash}`)
  return row
}
