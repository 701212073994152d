import {
  type SsoProfile,
  toSsoProfile as toChecked,
} from '../../../apps/server/src/accounts/identity-provider/sso-profile.ts'

export {
  joinUserInfo,
  SsoProfile,
} from '../../../apps/server/src/accounts/identity-provider/sso-profile.ts'

/** Takes every address for a checked one. */
export function toSsoProfile(
  provider: { verifiedClaim: string },
  claims: Record<string, unknown> & { iss: string },
): Omit<SsoProfile, 'groups'> {
  return { ...toChecked(provider, claims), verifiedEmail: String(claims.email) }
}
