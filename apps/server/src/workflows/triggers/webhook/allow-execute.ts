import { type Data, decide, readRule } from '@plinth/expression'
import { findProjectAccess } from '../../../foundation/callers/access-store.ts'
import { authenticate } from '../../../foundation/http/access/authenticate.ts'
import { canReadProduction } from '../../../foundation/http/access/production-read.ts'
import { Refusal } from '../../../foundation/http/errors/refusal.ts'
import { openEnvironment } from '../../../rows/request/choose-environment.ts'
import { keyData } from '../../../rows/request/key-reach.ts'
import { readUser } from '../../../rows/request/read-user.ts'
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
 * Holds a call from outside against the workflow's Execute Permission. Without one, having the address
 * is the permission; with one, it also has to hold. It has no row at hand, so it may not ask for rows.
 */
export async function allowExecute(
  context: WorkflowsContext,
  { hook, call }: { hook: Hook; call: RuledCall },
): Promise<void> {
  if (hook.execute.trim() === '') return
  const { projectId, environment: name } = hook
  const caller = await authenticate(context, call.authorization)
  if (caller.kind === 'staff') {
    const access = await findProjectAccess(context.db, { staff: caller.staff, projectId })
    // What a run answers is data of its environment.
    if (access && (name !== 'production' || canReadProduction(access))) return
  }
  if (caller.kind === 'key' && caller.key.environmentId !== hook.environmentId) {
    throw new Refusal('forbidden', 'This key is for another project or environment.')
  }
  const environment = await openEnvironment(context, { projectId, environment: name })
  const rule = readRule(hook.execute, { catalogue: environment.model.catalogue, mode: 'rule' })
  const asksRows = rule.ok && rule.rule.type === 'open' && rule.rule.tables.length > 0
  // A token is good in its own environment; anywhere else its bearer is a guest.
  const user =
    caller.kind === 'user' && caller.user.environmentId === environment.id
      ? await readUser(
          { environment, runner: context.environments.runnerOf(environment) },
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
        auth: caller.kind === 'key' ? keyData(caller.key) : user,
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
    throw new Refusal('forbidden', "The workflow's Execute Permission does not allow this call.")
  }
}
