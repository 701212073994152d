import {
  DEFAULT_GROUP_CLAIM,
  MAX_SSO_DOMAINS,
  SsoClaim,
  SsoDomain,
  SsoGroupClaim,
  SsoGroupName,
  SsoIssuer,
  SsoName,
} from '@plinth/contract'
import * as z from 'zod'

const blankIsMissing = (value: unknown) => (value === '' ? undefined : value)
const text = z.preprocess(blankIsMissing, z.string().max(1000).optional())

const domains = text.transform((value, issues) => {
  const names = (value ?? '').split(',').filter((name) => name.trim() !== '')
  const read = z.array(SsoDomain).max(MAX_SSO_DOMAINS).safeParse(names)
  for (const { path, message } of read.error?.issues ?? []) {
    const name = names[Number(path[0])]
    issues.addIssue(name === undefined ? message : `"${name.trim()}" ${message}`)
  }
  return new Set(read.data)
})

/** The identity provider of staff. */
export const OIDC_VARIABLES = {
  PLINTH_OIDC_ISSUER: z.preprocess(blankIsMissing, SsoIssuer.optional()),
  PLINTH_OIDC_CLIENT_ID: text,
  PLINTH_OIDC_CLIENT_SECRET: text,
  PLINTH_OIDC_NAME: z.preprocess(blankIsMissing, SsoName.default('single sign-on')),
  PLINTH_OIDC_DOMAINS: domains,
  PLINTH_OIDC_ONLY: z.preprocess(blankIsMissing, z.enum(['true', 'false']).default('false')),
  PLINTH_OIDC_VERIFIED_CLAIM: z.preprocess(blankIsMissing, SsoClaim.default('email_verified')),
  PLINTH_OIDC_GROUPS_CLAIM: z.preprocess(
    blankIsMissing,
    SsoGroupClaim.default(DEFAULT_GROUP_CLAIM),
  ),
  PLINTH_SSO_ADMIN_GROUP: z.preprocess(blankIsMissing, SsoGroupName.optional()),
}

type OidcVariables = z.output<z.ZodObject<typeof OIDC_VARIABLES>>

export interface OidcSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** Shown on the button of the sign-in page. */
  name: string
  /** Addresses of these domains get an account with their first sign-in. */
  domains: ReadonlySet<string>
  /** The claim that says whether the provider has checked the email address. */
  verifiedClaim: string
  /** Passwords are for break-glass accounts only. */
  ssoOnly: boolean
  /** The claim of the ID token that lists the groups of a person. */
  groupsClaim: string
  /** People of this group are admins. */
  adminGroup?: string | undefined
}

export function findOidcProblem(settings: OidcVariables): string | undefined {
  const given = [
    settings.PLINTH_OIDC_ISSUER,
    settings.PLINTH_OIDC_CLIENT_ID,
    settings.PLINTH_OIDC_CLIENT_SECRET,
  ].filter((value) => value !== undefined)
  if (given.length === 1 || given.length === 2) {
    return 'PLINTH_OIDC_ISSUER, PLINTH_OIDC_CLIENT_ID and PLINTH_OIDC_CLIENT_SECRET belong together'
  }
  // Otherwise an admin could set a provider of their own that names new admins.
  return given.length === 0 && settings.PLINTH_SSO_ADMIN_GROUP !== undefined
    ? 'PLINTH_SSO_ADMIN_GROUP needs PLINTH_OIDC_ISSUER: a provider of the console makes nobody an admin'
    : undefined
}

export function readOidcSettings(settings: OidcVariables): OidcSettings | undefined {
  const {
    PLINTH_OIDC_ISSUER: issuer,
    PLINTH_OIDC_CLIENT_ID: clientId,
    PLINTH_OIDC_CLIENT_SECRET: clientSecret,
  } = settings
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined
  return {
    issuer,
    clientId,
    clientSecret,
    name: settings.PLINTH_OIDC_NAME,
    domains: settings.PLINTH_OIDC_DOMAINS,
    verifiedClaim: settings.PLINTH_OIDC_VERIFIED_CLAIM,
    ssoOnly: settings.PLINTH_OIDC_ONLY === 'true',
    groupsClaim: settings.PLINTH_OIDC_GROUPS_CLAIM,
    adminGroup: settings.PLINTH_SSO_ADMIN_GROUP,
  }
}
