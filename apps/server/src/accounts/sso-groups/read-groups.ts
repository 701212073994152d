import type { Logger } from 'pino'
import * as z from 'zod'

/** More than any provider sends in an ID token; Microsoft stops at 200. */
const MAX_GROUPS = 1000
const Names = z.array(z.string().min(1).max(256)).max(MAX_GROUPS)

/** The groups of a person, as an ID token lists them. */
export const PersonGroups = z.object({
  names: Names,
  /** When the ID token was issued, in seconds. */
  issuedAt: z.number(),
})
export type PersonGroups = z.infer<typeof PersonGroups>

type IdToken = Readonly<Record<string, unknown>> & { iat: number }

/** Whether the token names another place to read the claim from, which the provider does with too many groups. */
function isElsewhere(token: IdToken, claim: string): boolean {
  const { _claim_names: elsewhere } = token
  const isNamed = typeof elsewhere === 'object' && elsewhere !== null && claim in elsewhere
  return isNamed || token.hasgroups === true || token.hasgroups === 'true'
}

const WHAT_TO_DO =
  'let the provider send only the groups that are assigned to Plinth, or app roles with PLINTH_OIDC_GROUPS_CLAIM'

/**
 * Reads the groups of a checked ID token; without the claim the person is in none. Null if the token does not list them,
 * so that rights stay as they are; the log says why.
 */
export function readGroups(token: IdToken, claim: string, log: Logger): PersonGroups | null {
  if (isElsewhere(token, claim)) {
    log.warn({ claim, subject: token.sub, hint: WHAT_TO_DO }, 'sso: too many groups, none changed')
    return null
  }
  const value = token[claim] ?? []
  const names = Names.safeParse(typeof value === 'string' ? [value] : value)
  if (!names.success) {
    log.warn({ claim, subject: token.sub }, 'sso: groups are no list of texts, none changed')
    return null
  }
  return { names: [...new Set(names.data)], issuedAt: token.iat }
}
