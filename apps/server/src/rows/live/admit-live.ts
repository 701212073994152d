import type { RowQuery } from '@plinth/contract'
import type { Caller, RequestInfo } from '../../foundation/http/calls/call.ts'
import type { RowsContext } from '../context.ts'
import { admitToEnvironment } from '../request/resolve-environment.ts'
import { allowInProduction } from '../request/row-request.ts'

interface LiveCall {
  readonly caller: Caller
  readonly request: RequestInfo
  readonly query: Pick<RowQuery, '$projectId' | '$environment'>
}

/** Finds the environment of a call for a stream and counts the call, as for a list of rows. */
export async function admitLive({ caller, request, query }: LiveCall, context: RowsContext) {
  const { $projectId: projectId, $environment: environment } = query
  const resolved = await admitToEnvironment(context, { caller, request, projectId, environment })
  allowInProduction(resolved, 'list')
  context.stoppedProjects.refuse(resolved.key.projectId, 'read')
  return resolved.key
}
