import { type AppEnvironmentQuery, RowQuery } from '@plinth/contract'
import type { AppUser } from '../../foundation/callers/app-session-store.ts'
import type { Caller, RequestFacts } from '../../foundation/http/calls/call.ts'
import { Refusal, unauthenticated } from '../../foundation/http/errors/refusal.ts'
import type { RowsContext } from '../context.ts'
import type { Ask } from '../request/ask.ts'
import { chooseEnvironment } from '../request/choose-environment.ts'
import { judgeOfStaff } from '../request/judge.ts'
import { onTable } from '../request/on-table.ts'
import { ownOrigin } from '../request/origin.ts'

/** What every call on an Auth table has in common. */
interface AccountCall {
  readonly params: { readonly table: string }
  readonly query: AppEnvironmentQuery
  readonly caller: Caller
  readonly request: RequestFacts
}

/** A table that holds no accounts is as one that is not there. */
export function refuseOtherTable({ definition, name }: Ask['table']): void {
  if (definition.type !== 'Auth') {
    throw new Refusal('not_found', `Table with name ${name} not found`)
  }
}

/** Opens the Auth table that a call names, with the platform's own authority over its rows. */
export async function withAccounts<T>(
  { call, context }: { call: AccountCall; context: RowsContext },
  act: (ask: Ask) => Promise<T>,
): Promise<T> {
  const { caller, request, params } = call
  const { $projectId: projectId, $environment: environment } = call.query
  const { key } = await chooseEnvironment(context, { caller, request, projectId, environment })
  const { trace } = request
  return onTable({ context, key, table: params.table, trace }, (found) => {
    refuseOtherTable(found.table)
    return act({
      ...found,
      query: RowQuery.parse({}),
      judge: judgeOfStaff(),
      origin: ownOrigin(request),
    })
  })
}

/** A token is good for its own table in its own environment alone. */
export function refuseElsewhere({ environment, table }: Ask, user: AppUser): void {
  if (user.environmentId !== environment.id || user.tableId !== table.id) throw unauthenticated()
}

/** Who guesses is slowed down per account, and per address within the environment. */
export function attemptOf(
  { environment, table }: Ask,
  { email, ip }: { email: string; ip: string },
): { email: string; ip: string; within: string } {
  // Accounts are found without the spaces around an address, so each spelling must be the same account here.
  return { email: `${environment.id}/${table.id}/${email.trim()}`, ip, within: environment.id }
}
