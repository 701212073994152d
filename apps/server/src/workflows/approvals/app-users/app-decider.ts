import { fold, readRule } from '@plinth/expression'
import type { AppUser } from '../../../foundation/callers/app-session-store.ts'
import { unauthenticated } from '../../../foundation/http/errors/api-error.ts'
import type { RowsContext } from '../../../rows/context.ts'
import type { LiveEnvironment } from '../../../rows/environments/live-environment.ts'
import { readAuthUser } from '../../../rows/request/access-policy.ts'
import type { Decider } from '../approval-list-store.ts'

export interface AppDecider extends Decider {
  /** Whether the rule of an approval is true of the user's row as it is now. */
  mayDecide(appRule: string | null): boolean
}

/** An app user with the rights of this moment. Throws 401 if the account or its table no longer exists. */
export async function readAppDecider(
  { context, environment }: { context: RowsContext; environment: LiveEnvironment },
  user: AppUser,
  method: 'GET' | 'POST',
): Promise<AppDecider> {
  const runner = context.environments.runnerOf(environment)
  const { tableId, userId } = user
  const auth = await readAuthUser(
    { context, environment, runner },
    { tableId, userId, isNeeded: true },
  )
  if (!auth) throw unauthenticated()
  const { model, constants, name } = environment
  const request = {
    auth,
    body: null,
    query: {},
    headers: {},
    method,
    context: 'api',
    env: name,
  } as const
  const id = `user:${tableId}/${userId}`
  return {
    id,
    // Not the email alone: it proves nothing, and must not be taken for that of a member.
    email: `${auth.table}/${userId} (${auth.email ?? ''})`,
    approvers: [id, `users:${tableId}`],
    mayDecide(appRule) {
      if (appRule === null) return false
      const read = readRule(appRule, { catalogue: model.catalogue, mode: 'rule' })
      if (!read.ok || read.rule.type === 'locked') return false
      return fold(read.rule.checked, { request, constants, now: Date.now() }) === true
    },
  }
}
