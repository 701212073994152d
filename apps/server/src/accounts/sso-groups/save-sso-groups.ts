import { saveSsoGroups as endpoint, type SsoGroupRule } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError, invalid, stale } from '../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../context.ts'
import { readSsoGroups } from './get-sso-groups.ts'
import {
  type GroupPolicy,
  lockGroupPolicy,
  readGroupPolicy,
  saveGroupPolicy,
  selectUnknownProjects,
} from './group-policy-store.ts'

/** Throws 422 for two rules of one group and project. */
function refuseRepeated(rules: readonly SsoGroupRule[]): void {
  const seen = new Set<string>()
  for (const [at, { group, projectId }] of rules.entries()) {
    const key = JSON.stringify([group, projectId])
    if (seen.has(key)) {
      throw invalid([
        { path: `rules.${at}.group`, message: 'has a rule for this project already.' },
      ])
    }
    seen.add(key)
  }
}

const snapshotOf = ({ claim, rules }: Pick<GroupPolicy, 'claim'> & { rules: SsoGroupRule[] }) => ({
  claim,
  rules: rules.map(({ group, projectId, role }) => ({ group, projectId, role })),
})

/** Only admins map groups: an owner who could name one would choose who joins projects of others. */
export const saveSsoGroups = route(
  endpoint,
  ({ staff, body, request, mutate }, context: AccountsContext) => {
    const { rules } = body
    if (context.env.oidc && body.claim !== undefined) {
      throw new ApiError(
        'conflict',
        'The claim is set by PLINTH_OIDC_GROUPS_CLAIM. Change the settings of the server.',
      )
    }
    refuseRepeated(rules)
    const { organisationId } = staff
    return mutate(async (transaction) => {
      await lockGroupPolicy(transaction, organisationId)
      const before = await readGroupPolicy(transaction, organisationId)
      if (request.ifMatch !== undefined && request.ifMatch !== before.revision) {
        throw stale({ revision: before.revision, theirs: before, yours: body })
      }
      const projectIds = rules.map(({ projectId }) => projectId)
      const unknown = await selectUnknownProjects(transaction, { organisationId, projectIds })
      const at = projectIds.findIndex((id) => unknown.has(id))
      if (at >= 0) {
        throw invalid([{ path: `rules.${at}.projectId`, message: 'There is no such project.' }])
      }
      const after = { claim: body.claim ?? before.claim, rules }
      await saveGroupPolicy(transaction, { organisationId, ...after })
      return {
        answer: await readSsoGroups(context, transaction, organisationId),
        audit: {
          action: 'saved',
          entity: 'sso groups',
          entityId: organisationId,
          before: snapshotOf(before),
          after: snapshotOf(after),
        },
      }
    })
  },
)
