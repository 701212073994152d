import { type AppEnvironmentQuery, type ProjectUse, RowQuery } from '@plinth/contract'
import type { AppUser } from '../../foundation/callers/app-session-store.ts'
import type { Caller, RequestInfo } from '../../foundation/http/calls/call.ts'
import { ApiError, unauthenticated } from '../../foundation/http/errors/api-error.ts'
import type { RowsContext } from '../context.ts'
import { staffPolicy } from '../request/access-policy.ts'
import type { CallingAddress } from '../request/calling-address.ts'
import { admitToEnvironment } from '../request/resolve-environment.ts'
import { type RowRequest, systemOrigin, withOpenTable } from '../request/row-request.ts'

/** The parts of an API call that every endpoint of Auth tables has. */
interface AccountCall {
  readonly params: { readonly table: string }
  readonly query: AppEnvironmentQuery
  readonly caller: Caller
  readonly request: RequestInfo
}

/** Throws 404 for a table that is not an Auth table, as for one that does not exist. */
export function rejectNonAuthTable({ definition, name }: RowRequest['table']): void {
  if (definition.type !== 'Auth') {
    throw new ApiError('not_found', `Table with name ${name} not found`)
  }
}

/**
 * Opens the Auth table of a call with the platform's own authority over its rows. `use` says whether the call changes
 * the account.
 */
export async function withAccounts<T>(
  { call, context, use }: { call: AccountCall; context: RowsContext; use: ProjectUse },
  act: (rowRequest: RowRequest) => Promise<T>,
): Promise<T> {
  const { caller, request, params } = call
  const { $projectId: projectId, $environment: environment } = call.query
  const { key } = await admitToEnvironment(context, { caller, request, projectId, environment })
  context.stoppedProjects.refuse(key.projectId, use)
  const { trace } = request
  return withOpenTable({ context, key, table: params.table, trace }, (found) => {
    rejectNonAuthTable(found.table)
    return act({
      ...found,
      query: RowQuery.parse({}),
      policy: staffPolicy(),
      origin: systemOrigin(request),
    })
  })
}

/** Throws 401 unless the token belongs to this table and environment. */
export function rejectOtherAccount({ environment, table }: RowRequest, user: AppUser): void {
  if (user.environmentId !== environment.id || user.tableId !== table.id) throw unauthenticated()
}

/** Rate limit keys of a sign-in attempt: per account, and per address within the environment. */
export function signInAttemptOf(
  { environment, table }: RowRequest,
  { email, address }: { email: string; address: CallingAddress },
): CallingAddress & { email: string; within: string } {
  // Accounts are found by the trimmed email, so all spellings must share one limit.
  return {
    ...address,
    email: `${environment.id}/${table.id}/${email.trim()}`,
    within: environment.id,
  }
}
