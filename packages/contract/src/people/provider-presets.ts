import { DEFAULT_SCOPE, type ProviderShape } from './provider-shape.ts'

/** What is known of a provider; `<…>` is what the admin fills in. */
export interface ProviderPreset
  extends Pick<
    ProviderShape,
    'name' | 'issuer' | 'verifiedClaim' | 'scope' | 'formPost' | 'endpoints'
  > {
  /** The client secret is a token that a private key signs. */
  hasSigner: boolean
}

const DISCOVERED = {
  verifiedClaim: 'email_verified',
  scope: DEFAULT_SCOPE,
  ...{ formPost: false, hasSigner: false, endpoints: null },
}

const ADDRESSED = { verifiedClaim: 'verified', formPost: false, hasSigner: false }

/** Providers whose documented answers the tests repeat. */
export const PROVIDER_PRESETS: readonly ProviderPreset[] = [
  { ...DISCOVERED, name: 'Google', issuer: 'https://accounts.google.com' },
  {
    ...DISCOVERED,
    name: 'Microsoft',
    issuer: 'https://login.microsoftonline.com/<tenant id>/v2.0',
    verifiedClaim: 'xms_edov',
  },
  { ...DISCOVERED, name: 'Okta', issuer: 'https://<organisation>.okta.com' },
  { ...DISCOVERED, name: 'Keycloak', issuer: 'https://<host>/realms/<realm>' },
  {
    ...ADDRESSED,
    name: 'GitHub',
    // GitHub names itself so in the parameter `iss` of its redirect.
    issuer: 'https://github.com/login/oauth',
    scope: 'read:user user:email',
    endpoints: {
      authorization: 'https://github.com/login/oauth/authorize',
      token: 'https://github.com/login/oauth/access_token',
      userInfo: 'https://api.github.com/user',
      authentication: 'post',
      claims: { subject: 'id', email: 'email', name: 'name', givenName: null, familyName: null },
      emails: { address: 'https://api.github.com/user/emails', primary: 'primary' },
    },
  },
  {
    ...DISCOVERED,
    name: 'Apple',
    issuer: 'https://appleid.apple.com',
    // The name comes unsigned and once, so it is not asked for.
    scope: 'openid email',
    // Apple refuses the scope `email` without it.
    ...{ formPost: true, hasSigner: true },
  },
  {
    ...ADDRESSED,
    name: 'Discord',
    issuer: 'https://discord.com',
    scope: 'identify email',
    endpoints: {
      authorization: 'https://discord.com/oauth2/authorize',
      token: 'https://discord.com/api/oauth2/token',
      userInfo: 'https://discord.com/api/users/@me',
      authentication: 'post',
      claims: {
        ...{ subject: 'id', email: 'email', name: 'global_name' },
        ...{ givenName: null, familyName: null },
      },
      emails: null,
    },
  },
]
