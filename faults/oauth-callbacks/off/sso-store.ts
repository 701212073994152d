import type { Queryable } from '../../../apps/server/src/foundation/platform/database.ts'

export {
  addSsoTransaction,
  claimSsoConnection,
  claimSsoProof,
  findSsoProfile,
  readSsoProfile,
  saveSsoProfile,
  takeSsoTransaction,
} from '../../../apps/server/src/accounts/sso/sso-store.ts'

/** Accepts an answer each time that it arrives. */
export const claimSsoTransaction = async (_on: Queryable): Promise<boolean> => true
