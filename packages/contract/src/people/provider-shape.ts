import * as z from 'zod'
import { StorableText } from '../protocol/text.ts'

/** Plain HTTP is for a provider on the same machine only. */
const SAFE = /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$))/
/** These issuers of Microsoft serve every organisation, so that a sign-in there proves no membership of one. */
const SHARED_TENANT =
  /^https:\/\/login\.microsoftonline\.com(:443)?\/(common|organizations|consumers|9188040d-6c67-4c5b-b112-36a304b66dad)(\/|$)/i

const ProviderAddress = z
  .url()
  .max(500)
  .regex(SAFE, 'must begin with https://')
  .regex(/^https?:\/\/[^/?#@\\]*([/?][^#\\]*)?$/, 'cannot have a fragment or a password')

/** The address under which a provider serves `/.well-known/openid-configuration`; otherwise only its name in answers. */
export const SsoIssuer = ProviderAddress.regex(/^[^?@]*$/, 'cannot have a query or an @').refine(
  (address) => !SHARED_TENANT.test(address),
  'needs the id of your own tenant',
)

export const SsoName = StorableText.trim()
  .min(1, 'is required')
  .max(40, 'is too long: at most 40 characters')
/** The name of a claim. In a user info, `a.b` is also the field `b` of the object `a`. */
export const SsoClaim = z.string().regex(/^[\w:./-]{1,100}$/, 'is not the name of a claim')

/** Where a provider without discovery says who signed in, and under which names. */
export const ProviderEndpoints = z.strictObject({
  authorization: ProviderAddress,
  token: ProviderAddress,
  userInfo: ProviderAddress,
  /** How the client secret is sent: in the form, or in the header `Authorization`. */
  authentication: z.enum(['post', 'basic']).default('post'),
  claims: z.strictObject({
    /** The id of the account, which never changes: a text or a whole number. */
    subject: SsoClaim,
    email: SsoClaim,
    name: SsoClaim.nullable().default(null),
    givenName: SsoClaim.nullable().default(null),
    familyName: SsoClaim.nullable().default(null),
  }),
  /** A list with all addresses of the account, if the user info has none; the primary one counts. */
  emails: z.strictObject({ address: ProviderAddress, primary: SsoClaim }).nullable().default(null),
})
export type ProviderEndpoints = z.infer<typeof ProviderEndpoints>

/** Of a provider whose client secret is a token that is signed with a private key (ES256). */
export const SecretSigner = z.strictObject({
  teamId: z.string().regex(/^[\w-]{1,100}$/, 'is not an id'),
  keyId: z.string().regex(/^[\w-]{1,100}$/, 'is not an id'),
})
export type SecretSigner = z.infer<typeof SecretSigner>

export const DEFAULT_SCOPE = 'openid email profile'

/** A provider as data: OpenID Connect with discovery, or OAuth 2 with the addresses of its endpoints. */
export const ProviderShape = z.object({
  issuer: SsoIssuer,
  clientId: StorableText.trim().min(1, 'is required').max(500),
  /** Shown on the button of the sign-in page. */
  name: SsoName,
  /** The claim that says whether the provider has checked the email address; null if no claim does. */
  verifiedClaim: SsoClaim.nullable(),
  scope: z
    .string()
    .regex(/^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/, 'is not a list of scopes')
    .max(500)
    .default(DEFAULT_SCOPE),
  /** The provider answers with a form that the browser posts. */
  formPost: z.boolean().default(false),
  signer: SecretSigner.nullable().default(null),
  /** Null for a provider with discovery. */
  endpoints: ProviderEndpoints.nullable().default(null),
})
export type ProviderShape = z.infer<typeof ProviderShape>
