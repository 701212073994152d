import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'
import { Done, NoBody } from '../protocol/ids.ts'
import { StorableText } from '../protocol/text.ts'

/** Domains whose people get accounts. */
export const MAX_SSO_DOMAINS = 50

/** Plain HTTP is for a provider on the same machine only. */
const SAFE = /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$))/
/** These issuers of Microsoft serve every organisation, so that a sign-in there proves no membership of one. */
const SHARED_TENANT =
  /^https:\/\/login\.microsoftonline\.com(:443)?\/(common|organizations|consumers|9188040d-6c67-4c5b-b112-36a304b66dad)(\/|$)/i

/** The address under which a provider serves `/.well-known/openid-configuration`. */
export const SsoIssuer = z
  .url()
  .max(500)
  .regex(SAFE, 'must begin with https://')
  .regex(/^[^?#@\\]*$/, 'cannot have a query, a fragment or a password')
  .refine((address) => !SHARED_TENANT.test(address), 'needs the id of your own tenant')

export const SsoName = StorableText.trim()
  .min(1, 'is required')
  .max(40, 'is too long: at most 40 characters')
export const SsoDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'is not a domain')
/** The name of a claim of an ID token. */
export const SsoClaim = z.string().regex(/^[\w:./-]{1,100}$/, 'is not the name of a claim')

/** A provider of OpenID Connect, as data; its secret is never returned. */
export const SsoProvider = z.object({
  issuer: SsoIssuer,
  clientId: StorableText.trim().min(1, 'is required').max(500),
  /** Shown on the button of the sign-in page. */
  name: SsoName,
  /** Addresses of these domains get an account with their first sign-in. */
  domains: z.array(SsoDomain).max(MAX_SSO_DOMAINS),
  /** The claim that says whether the provider has checked the email address. */
  verifiedClaim: SsoClaim,
  /** Passwords are for break-glass accounts only. */
  ssoOnly: z.boolean().default(false),
})
export type SsoProvider = z.infer<typeof SsoProvider>

/** How known providers are set up; `<…>` is what the admin fills in. */
export const SSO_PRESETS: readonly Pick<SsoProvider, 'name' | 'issuer' | 'verifiedClaim'>[] = [
  { name: 'Google', issuer: 'https://accounts.google.com', verifiedClaim: 'email_verified' },
  {
    name: 'Microsoft',
    issuer: 'https://login.microsoftonline.com/<tenant id>/v2.0',
    verifiedClaim: 'xms_edov',
  },
  { name: 'Okta', issuer: 'https://<organisation>.okta.com', verifiedClaim: 'email_verified' },
  {
    name: 'Keycloak',
    issuer: 'https://<host>/realms/<realm>',
    verifiedClaim: 'email_verified',
  },
]

export const getSsoProvider = endpoint({
  name: 'getSsoProvider',
  summary: 'The identity provider of staff, without its secret',
  method: 'GET',
  path: '/api/sso/provider',
  access: 'admin',
  answer: z.object({
    provider: SsoProvider.nullable(),
    /** Where it is set. The settings of the server win. */
    source: z.enum(['settings', 'console']).nullable(),
    /** The redirect address to register with the provider. */
    callback: z.string(),
  }),
})

export const saveSsoProvider = endpoint({
  name: 'saveSsoProvider',
  summary: 'Set the identity provider of staff; it must answer',
  method: 'PUT',
  path: '/api/sso/provider',
  access: 'admin',
  proof: 'always',
  body: z.strictObject({
    ...SsoProvider.shape,
    /** Left out, the stored one is kept; another issuer or client needs its own. */
    clientSecret: StorableText.min(1, 'is required').max(1000).optional(),
  }),
  answer: Done,
})

export const deleteSsoProvider = endpoint({
  name: 'deleteSsoProvider',
  summary: 'Remove the identity provider; accounts stay, and sign in with a password',
  method: 'DELETE',
  path: '/api/sso/provider',
  access: 'admin',
  proof: 'always',
  body: NoBody,
  answer: Done,
})
