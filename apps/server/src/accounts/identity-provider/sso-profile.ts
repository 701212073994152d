import { Email, PersonName } from '@plinth/contract'
import * as z from 'zod'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import { PersonGroups } from '../sso-groups/read-groups.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { namesSecondFactor } from './second-factor.ts'

/** What a provider says of a person. */
export const SsoProfile = z.object({
  issuer: z.string(),
  subject: z.string(),
  /** The provider's session, for its logout. */
  sid: z.string().nullable(),
  /** Null unless the provider has checked the address. */
  verifiedEmail: z.string().nullable(),
  /** Whether an account may be created for the address; its domain is of this provider's own people. */
  isOfDomain: z.boolean().default(false),
  /** The provider said that it asked for a second factor. */
  hasSecondFactor: z.boolean().default(false),
  firstName: z.string(),
  lastName: z.string(),
  /** Null if the ID token does not list them; rights stay as they are then. */
  groups: PersonGroups.nullable().default(null),
})
export type SsoProfile = z.infer<typeof SsoProfile>

/** Control characters and lone surrogates are refused, so that the subject is stored as it was sent. */
const Subject = z.string().regex(/^[\x20-\x7e]{1,255}$/)
const Sid = z.string().min(1).max(255)

type Claims = Readonly<Record<string, unknown>>

const nameIn = (value: unknown): string | undefined => PersonName.safeParse(value).data

function namesOf(claims: Claims, email: string | null): { firstName: string; lastName: string } {
  const [first, ...rest] = (nameIn(claims.name) ?? '').split(/\s+/).filter(Boolean)
  return {
    firstName: nameIn(claims.given_name) ?? first ?? email?.split('@')[0] ?? 'New',
    lastName: nameIn(claims.family_name) ?? (rest.join(' ') || 'Member'),
  }
}

const GOOGLE = 'https://accounts.google.com'
/** Their accounts are of private people, also those with an address of an organisation. */
const OF_PRIVATE_PEOPLE = new Set([
  'https://appleid.apple.com',
  'https://github.com/login/oauth',
  'https://discord.com',
])

/** Google also confirms addresses of private accounts; only `hd` says that the domain's organisation manages one. */
function isManaged(email: string, { iss, hd }: Claims): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  // Other letters can become ASCII in lower case, such as the Kelvin sign.
  if (!/^[\x21-\x7e]+$/.test(domain)) return false
  if (OF_PRIVATE_PEOPLE.has(String(iss))) return false
  if (iss !== GOOGLE) return true
  return typeof hd === 'string' && hd.toLowerCase() === domain.toLowerCase()
}

/** Claims that say who signed in, how and for whom; a user info never replaces those of the ID token. */
const OF_THE_TOKEN = new Set(['iss', 'sub', 'aud', 'azp', 'nonce', 'sid', 'amr', 'acr', 'hd'])

/**
 * Adds the address and the names in the user info of a provider whose ID tokens have no address. Only its own word on the
 * address counts then. Everything else is of the ID token, since people may edit what the user info shows.
 */
export function joinUserInfo<Token extends Claims>(
  { verifiedClaim }: Pick<IdentityProvider, 'verifiedClaim'>,
  { token, userInfo }: { token: Token; userInfo: Claims },
): Token {
  const { email, name, given_name, family_name } = userInfo
  const isOfUserInfo = verifiedClaim !== null && !OF_THE_TOKEN.has(verifiedClaim)
  const verified = isOfUserInfo ? { [verifiedClaim]: userInfo[verifiedClaim] } : {}
  return { name, given_name, family_name, ...token, email, ...verified }
}

/** Reads the claims of a checked ID token, and of the user info if it was asked for. */
export function toSsoProfile(
  { verifiedClaim }: Pick<IdentityProvider, 'verifiedClaim'>,
  claims: Claims & { iss: string },
): Omit<SsoProfile, 'groups'> {
  const subject = Subject.safeParse(claims.sub)
  if (!subject.success) {
    throw new ApiError('unauthenticated', 'The provider sent no valid id of your account.')
  }
  // Apple sends the text instead of the value.
  const word = verifiedClaim === null ? undefined : claims[verifiedClaim]
  const isVerified = word === true || word === 'true'
  const email = Email.safeParse(claims.email)
  const verifiedEmail = isVerified && email.success ? email.data : null
  return {
    issuer: claims.iss,
    subject: subject.data,
    sid: Sid.safeParse(claims.sid).data ?? null,
    verifiedEmail,
    isOfDomain: verifiedEmail !== null && isManaged(verifiedEmail, claims),
    hasSecondFactor: namesSecondFactor(claims.amr),
    ...namesOf(claims, verifiedEmail),
  }
}
