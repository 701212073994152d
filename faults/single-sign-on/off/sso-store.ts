import type { SsoProfile } from '../../../apps/server/src/accounts/identity-provider/sso-profile.ts'
import type { Queryable } from '../../../apps/server/src/foundation/platform/database.ts'

export {
  addSsoTransaction,
  claimSsoConnection,
  claimSsoProof,
  findSsoProfile,
  readSsoProfile,
} from '../../../apps/server/src/accounts/sso/sso-store.ts'

/** Takes every answer for one of a sign-in that was begun. */
export const claimSsoTransaction = async (_on: Queryable): Promise<boolean> => true
export const saveSsoProfile = async (
  _on: Queryable,
  _saved: { handleHash: Buffer; profile: SsoProfile },
): Promise<void> => undefined
export const takeSsoTransaction = async (): Promise<string> => '/home'
