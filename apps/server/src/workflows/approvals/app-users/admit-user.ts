import type { AppEnvironmentQuery, ProjectUse } from '@plinth/contract'
import type { AppUser } from '../../../foundation/callers/app-session-store.ts'
import type { Caller, RequestInfo } from '../../../foundation/http/calls/call.ts'
import { unauthenticated } from '../../../foundation/http/errors/api-error.ts'
import type { RowsContext } from '../../../rows/context.ts'
import type { LiveEnvironment } from '../../../rows/environments/live-environment.ts'
import { admitToEnvironment, openEnvironment } from '../../../rows/request/resolve-environment.ts'

interface UserCall {
  user: AppUser
  caller: Caller
  request: RequestInfo
  query: AppEnvironmentQuery
  params: { table: string }
  use: ProjectUse
}

/** The user's own environment, once the call is counted. Throws 401 in another one, or for another table. */
export async function admitUser(
  context: RowsContext,
  { user, caller, request, query, params, use }: UserCall,
): Promise<LiveEnvironment> {
  const { $projectId: projectId, $environment: environment } = query
  const { key } = await admitToEnvironment(context, { caller, request, projectId, environment })
  context.stoppedProjects.refuse(key.projectId, use)
  const opened = await openEnvironment(context, key)
  const table = opened.model.tables.get(params.table)
  if (opened.id !== user.environmentId || table?.id !== user.tableId) throw unauthenticated()
  return opened
}
