export {
  addSsoTransaction,
  claimSsoTransaction,
  findSsoProfile,
  readSsoProfile,
  saveSsoProfile,
  takeSsoTransaction,
} from '../../../apps/server/src/accounts/sso/sso-store.ts'

/** Takes every proof for one that this session has begun. */
export const claimSsoProof = async () => ({ redirect: '/home', createdAt: new Date(0) })
