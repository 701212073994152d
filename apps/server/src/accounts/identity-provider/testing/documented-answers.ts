/** Answers as the documentation of each provider shows them, with the person of the tests. */

type Claims = Readonly<Record<string, unknown>>

interface Documented {
  /** In the answer of the token endpoint, besides the ID token. */
  token: Claims
  /** In the ID token, besides `iss`, `aud`, `iat`, `exp` and `nonce`; undefined for providers without one. */
  idToken?: Claims
  userInfo?: Claims
  emails?: readonly Claims[]
  /** How the client secret is accepted. */
  authentication: 'client_secret_basic' | 'client_secret_post'
  /** The redirect names the issuer (RFC 9207). */
  sendsIssuer?: true
}

const bearer = { access_token: 'an access token', token_type: 'Bearer', expires_in: 3600 }

/** By host and path of the issuer. */
export const DOCUMENTED: Readonly<Record<string, Documented>> = {
  // https://developers.google.com/identity/openid-connect/openid-connect
  'accounts.google.com': {
    authentication: 'client_secret_basic',
    token: { ...bearer, scope: 'openid email profile' },
    idToken: {
      ...{ azp: 'plinth', sub: '10769150350006150715113082367', at_hash: 'HK6E_P6Dh8Y93mRNtsDB1Q' },
      ...{ hd: 'corp.test', email: 'ada@corp.test', email_verified: true },
      ...{ name: 'Ada Lovelace', given_name: 'Ada', family_name: 'Lovelace' },
      picture: 'https://lh3.googleusercontent.com/a/photo',
    },
  },
  // https://learn.microsoft.com/entra/identity-platform/id-token-claims-reference
  'login.microsoftonline.com/9122040d-6c67-4c5b-b112-36a304b66dad/v2.0': {
    authentication: 'client_secret_post',
    token: { ...bearer, ext_expires_in: 3600, scope: 'openid email profile' },
    idToken: {
      ...{ ver: '2.0', sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ', aio: 'Df2UVXL1ix' },
      ...{ name: 'Ada Lovelace', preferred_username: 'ada@corp.test', email: 'ada@corp.test' },
      ...{ oid: '00000000-0000-0000-66f3-3332eca7ea81', rh: '0.AAAA', uti: 'ABCD' },
      ...{ tid: '9122040d-6c67-4c5b-b112-36a304b66dad', xms_edov: true },
    },
    userInfo: { sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ', name: 'Ada Lovelace' },
  },
  // https://developer.okta.com/docs/api/openapi/okta-oauth/oauth/tag/OrgAS/
  'example.okta.com': {
    authentication: 'client_secret_basic',
    token: { ...bearer, scope: 'openid email profile' },
    idToken: {
      ...{
        ver: 1,
        sub: '00uid4BxXw6I6TV4m0g3',
        jti: 'ID.fL39TTtvfBQoyHVkrbaqy9hWooqGOOgWau1W_y-KNyY',
      },
      ...{ amr: ['pwd', 'mfa'], idp: '00o1', preferred_username: 'ada@corp.test' },
      ...{ auth_time: 1, at_hash: 'preview_at_hash' },
    },
    userInfo: {
      ...{ sub: '00uid4BxXw6I6TV4m0g3', name: 'Ada Lovelace', given_name: 'Ada' },
      ...{ family_name: 'Lovelace', nickname: 'Ada', zoneinfo: 'America/Los_Angeles' },
      ...{ locale: 'en-US', updated_at: 1311280970, email: 'ada@corp.test', email_verified: true },
    },
  },
  // https://www.keycloak.org/docs/latest/server_admin/#_oidc-token
  'id.corp.test/realms/staff': {
    authentication: 'client_secret_basic',
    token: { ...bearer, 'not-before-policy': 0, session_state: 'session', scope: 'openid email' },
    idToken: {
      ...{ auth_time: 1, jti: '5b8b1d8f', sub: 'f6a5dbbe-b27c-4d8d-a1b2-8a8f8b4d5a33', typ: 'ID' },
      ...{ azp: 'plinth', sid: 'session', at_hash: 'hash', acr: '1', email_verified: true },
      ...{ name: 'Ada Lovelace', preferred_username: 'ada', given_name: 'Ada' },
      ...{ family_name: 'Lovelace', email: 'ada@corp.test' },
    },
  },
  // https://docs.github.com/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
  'github.com/login/oauth': {
    authentication: 'client_secret_post',
    sendsIssuer: true,
    token: {
      access_token: 'gho_16C7e42F292c6912E7710c838347Ae178B4a',
      scope: 'read:user,user:email',
      token_type: 'bearer',
    },
    // https://docs.github.com/rest/users/users#get-the-authenticated-user
    userInfo: {
      ...{ login: 'ada', id: 1, node_id: 'MDQ6VXNlcjE=', gravatar_id: '', type: 'User' },
      ...{ url: 'https://api.github.com/users/ada', site_admin: false, name: 'Ada Lovelace' },
      ...{ company: null, blog: '', email: null, hireable: null, bio: null, public_repos: 2 },
    },
    // https://docs.github.com/rest/users/emails#list-email-addresses-for-the-authenticated-user
    emails: [
      { email: 'old@else.test', verified: true, primary: false, visibility: null },
      { email: 'ada@corp.test', verified: true, primary: true, visibility: 'private' },
    ],
  },
  // https://developer.apple.com/documentation/signinwithapplerestapi
  'appleid.apple.com': {
    authentication: 'client_secret_post',
    token: { ...bearer, refresh_token: 'a refresh token' },
    idToken: {
      ...{ sub: '001234.5b3a3bdf9c0b4f049c1471cae1cd1d8d.0001', at_hash: 'hash' },
      ...{ email: 'ada@corp.test', email_verified: 'true', is_private_email: 'false' },
      ...{ auth_time: 1, nonce_supported: true },
    },
  },
  // https://discord.com/developers/docs/topics/oauth2
  'discord.com': {
    authentication: 'client_secret_post',
    token: {
      access_token: '6qrZcUqja7812RVdnEKjpzOL4CvHBFG',
      ...{ token_type: 'Bearer', expires_in: 604800, scope: 'identify email' },
      refresh_token: 'D43f5y0ahjqew82jZ4NViEr2YafMKhue',
    },
    // https://discord.com/developers/docs/resources/user#user-object
    userInfo: {
      ...{
        id: '80351110224678912',
        username: 'ada',
        discriminator: '0',
        global_name: 'Ada Lovelace',
      },
      ...{ avatar: '8342729096ea3675442027381ff50dfe', verified: true, email: 'ada@corp.test' },
      ...{ flags: 64, banner: null, accent_color: 16711680, premium_type: 1, public_flags: 64 },
    },
  },
}
