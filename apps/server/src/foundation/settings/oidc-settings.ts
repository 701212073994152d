import * as z from 'zod'

const blankIsMissing = (value: unknown) => (value === '' ? undefined : value)
const text = z.preprocess(blankIsMissing, z.string().max(1000).optional())

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
/** These issuers of Microsoft serve every organisation, so that a sign-in there proves no membership of one. */
const SHARED_TENANT =
  /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)(\/|$)/

const issuer = z.preprocess(
  blankIsMissing,
  z
    .url()
    .max(500)
    .refine((address) => {
      const { protocol, hostname } = new URL(address)
      return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname))
    }, 'must begin with https://')
    .refine((address) => {
      const { search, hash, username, password } = new URL(address)
      return search + hash + username + password === ''
    }, 'cannot have a query, a fragment or a password')
    .refine((address) => !SHARED_TENANT.test(address), 'needs the id of your own tenant')
    .optional(),
)

const domains = text.transform((value, issues) => {
  const names = (value ?? '').split(',').flatMap((name) => name.trim().toLowerCase() || [])
  for (const name of names) {
    if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name)) issues.addIssue(`"${name}" is not a domain`)
  }
  return new Set(names)
})

/** The identity provider of staff. */
export const OIDC_VARIABLES = {
  PLINTH_OIDC_ISSUER: issuer,
  PLINTH_OIDC_CLIENT_ID: text,
  PLINTH_OIDC_CLIENT_SECRET: text,
  PLINTH_OIDC_NAME: z.preprocess(
    blankIsMissing,
    z.string().trim().min(1).max(40, 'has at most 40 characters').default('single sign-on'),
  ),
  PLINTH_OIDC_DOMAINS: domains,
  PLINTH_OIDC_VERIFIED_CLAIM: z.preprocess(
    blankIsMissing,
    z
      .string()
      .regex(/^[\w:./-]{1,100}$/, 'is not the name of a claim')
      .default('email_verified'),
  ),
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
}

export function findOidcProblem(settings: OidcVariables): string | undefined {
  const given = [
    settings.PLINTH_OIDC_ISSUER,
    settings.PLINTH_OIDC_CLIENT_ID,
    settings.PLINTH_OIDC_CLIENT_SECRET,
  ].filter((value) => value !== undefined)
  return given.length === 1 || given.length === 2
    ? 'PLINTH_OIDC_ISSUER, PLINTH_OIDC_CLIENT_ID and PLINTH_OIDC_CLIENT_SECRET belong together'
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
  }
}
