export {
  addSsoTransaction,
  claimSsoConnection,
  claimSsoTransaction,
  findSsoProfile,
  readSsoProfile,
  saveSsoProfile,
  takeSsoTransaction,
} from '../../../apps/server/src/accounts/sso/sso-store.ts'

/** Takes every proof for one that this session has begun. */
export const claimSsoProof = async () => ({ redirect: '/home', since: new Date(0) })
