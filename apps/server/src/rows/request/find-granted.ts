import type { Caller, RequestInfo } from '../../foundation/http/calls/call.ts'
import { projectNotFound, unauthenticated } from '../../foundation/http/errors/api-error.ts'
import { findConfiguration } from '../../projects/configuration/configuration-store.ts'
import type { RowsContext } from '../context.ts'
import { admitToEnvironment } from './resolve-environment.ts'

/** The environment of an API key with its applied configuration, for descriptions of what the key may call. */
export async function findGranted(
  { caller, request }: { caller: Caller; request: RequestInfo },
  context: RowsContext,
) {
  if (caller.kind !== 'key') throw unauthenticated()
  const { key } = await admitToEnvironment(context, {
    caller,
    request,
    projectId: undefined,
    environment: undefined,
  })
  const { projectId, environment } = key
  context.stoppedProjects.refuse(projectId, 'read')
  const stored = await findConfiguration(context.db, { projectId, environment })
  if (!stored) throw projectNotFound()
  return { caller, projectId, environment, stored }
}
