import { getSsoGroups as endpoint, type SsoGroups } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { Queryable } from '../../foundation/platform/database.ts'
import type { AccountsContext } from '../context.ts'
import { readGroupPolicy } from './group-policy-store.ts'

/** The stored policy with what the settings of the server add. */
export async function readSsoGroups(
  { env }: Pick<AccountsContext, 'env'>,
  on: Queryable,
  organisationId: string,
): Promise<SsoGroups> {
  const policy = await readGroupPolicy(on, organisationId)
  return {
    ...policy,
    claim: env.oidc?.groupsClaim ?? policy.claim,
    source: env.oidc ? 'settings' : 'console',
    adminGroup: env.oidc?.adminGroup ?? null,
  }
}

export const getSsoGroups = route(endpoint, ({ staff }, context: AccountsContext) =>
  readSsoGroups(context, context.db, staff.organisationId),
)
