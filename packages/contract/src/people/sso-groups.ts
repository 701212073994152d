import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'
import { ProjectId } from '../protocol/ids.ts'
import { StorableText } from '../protocol/text.ts'
import { SsoClaim } from './provider-shape.ts'

/** Rules from groups to projects. */
export const MAX_GROUP_RULES = 500

/** Claims of a person that the person may be able to edit at the provider, and those with a meaning of their own. */
const NO_GROUPS: ReadonlySet<string> = new Set([
  ...['iss', 'sub', 'aud', 'azp', 'exp', 'iat', 'nbf', 'jti', 'nonce', 'auth_time', 'acr', 'amr'],
  ...['sid', 'name', 'given_name', 'family_name', 'middle_name', 'nickname', 'preferred_username'],
  ...[
    'profile',
    'picture',
    'website',
    'email',
    'email_verified',
    'gender',
    'birthdate',
    'zoneinfo',
  ],
  ...['locale', 'phone_number', 'phone_number_verified', 'address', 'updated_at'],
])

/** The claim of the ID token that lists the groups of a person. */
export const SsoGroupClaim = SsoClaim.refine(
  (name) => !NO_GROUPS.has(name),
  'names no groups: people may be able to edit it, or it has another meaning',
)
export const DEFAULT_GROUP_CLAIM = 'groups'

/** A group as the provider names it; Microsoft sends an id instead. Case matters. */
export const SsoGroupName = StorableText.min(1, 'is required').max(256, 'is too long')

const SsoGroupRule = z.strictObject({
  group: SsoGroupName,
  projectId: ProjectId,
  role: z.enum(['owner', 'developer']),
})
export type SsoGroupRule = z.infer<typeof SsoGroupRule>

const SsoGroups = z.object({
  claim: z.string(),
  /** Where the claim is set. The settings of the server win. */
  source: z.enum(['settings', 'console']),
  /** People of this group are admins; only the operator sets it. */
  adminGroup: z.string().nullable(),
  rules: z.array(z.object({ ...SsoGroupRule.shape, projectName: z.string() })),
  revision: z.number().int(),
})
export type SsoGroups = z.infer<typeof SsoGroups>

export const getSsoGroups = endpoint({
  name: 'getSsoGroups',
  summary: 'What groups of the identity provider give people in projects',
  method: 'GET',
  path: '/api/sso/groups',
  access: 'admin',
  answer: SsoGroups,
})

export const saveSsoGroups = endpoint({
  name: 'saveSsoGroups',
  summary:
    'Set what groups of the identity provider give people in projects, from their next sign-in on',
  method: 'PUT',
  path: '/api/sso/groups',
  access: 'admin',
  proof: 'always',
  body: z.strictObject({
    /** Left out where the settings of the server name it. */
    claim: SsoGroupClaim.optional(),
    rules: z.array(SsoGroupRule).max(MAX_GROUP_RULES),
  }),
  answer: SsoGroups,
})
