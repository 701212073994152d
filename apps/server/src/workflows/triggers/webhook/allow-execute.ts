import { type Data, decide, readRule } from '@plinth/expression'
import { findProjectAccess } from '../../../foundation/callers/access-store.ts'
import { authenticate } from '../../../foundation/http/access/authenticate.ts'
import { canReadProduction } from '../../../foundation/http/access/production-read.ts'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import { readAuthUser } from '../../../rows/request/access-policy.ts'
import { keyAuthData } from '../../../rows/request/api-key-access.ts'
import { openEnvironment } from '../../../rows/request/resolve-environment.ts'
import type { WorkflowsContext } from '../../context.ts'
import type { Hook } from './hook-store.ts'

export interface RuledCall {
  method: string
  authorization: string | undefined
  headers: Data
  query: Data
  body: unknown
}

const isData = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Checks an external call against the workflow's Execute Permission. Without one, knowing the URL is enough.
 * There is no row to check, so the rule may not read rows.
 */
export async function allowExecute(
  context: WorkflowsContext,
  { hook, call }: { hook: Hook; call: RuledCall },
): Promise<void> {
  if (hook.execute.trim() === '') return
  const { projectId, environment: name } = hook
  const caller = await authenticate(context, call.authorization)
  // A personal key does not start runs, so that its bearer counts as a guest here.
  if (caller.kind === 'staff' && !caller.staff.personalKey) {
    const access = await findProjectAccess(context.db, { staff: caller.staff, projectId })
    // The result of a run is data of its environment.
    if (access && (name !== 'production' || canReadProduction(access))) return
  }
  if (caller.kind === 'key' && caller.key.environmentId !== hook.environmentId) {
    throw new ApiError('forbidden', 'This key is for another project or environment.')
  }
  const environment = await openEnvironment(context, { projectId, environment: name })
  const rule = readRule(hook.execute, { catalogue: environment.model.catalogue, mode: 'rule' })
  const asksRows = rule.ok && rule.rule.type === 'open' && rule.rule.tables.length > 0
  // A token is valid in its own environment only; elsewhere its bearer is anonymous.
  const user =
    caller.kind === 'user' && caller.user.environmentId === environment.id
      ? await readAuthUser(
          { context, environment, runner: context.environments.runnerOf(environment) },
          { ...caller.user, isNeeded: true },
        )
      : null
  const { headers, query, method } = call
  const body = isData(call.body) ? call.body : null
  const verdict = decide({
    rule,
    action: 'execute',
    rows: { list: () => [], find: () => undefined },
    scope: {
      request: {
        auth: caller.kind === 'key' ? keyAuthData(caller.key) : user,
        body,
        query,
        headers,
        method,
        context: 'api',
        env: name,
      },
      constants: environment.constants,
      now: Date.now(),
    },
  })
  if (verdict !== 'allowed' || asksRows) {
    throw new ApiError('forbidden', "The workflow's Execute Permission does not allow this call.")
  }
}
