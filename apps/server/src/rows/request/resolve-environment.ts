import { findProjectAccess, type ProjectAccess } from '../../foundation/callers/access-store.ts'
import type { Caller, RequestInfo } from '../../foundation/http/calls/call.ts'
import { ApiError, projectNotFound } from '../../foundation/http/errors/api-error.ts'
import type { RowsContext } from '../context.ts'
import type { EnvironmentKey } from '../environments/environments.ts'
import type { LiveEnvironment } from '../environments/live-environment.ts'
import type { MaybePromise } from '../runners/row-runner.ts'
import { rejectOtherEnvironment } from './api-key-access.ts'

interface EnvironmentLookup {
  readonly caller: Caller
  readonly request: Pick<RequestInfo, 'host' | 'trace'>
  readonly projectId: string | undefined
  readonly environment: EnvironmentKey['environment'] | undefined
}

/** Continues synchronously on a cache hit, to keep the hot path free of awaits. */
function andThen<T, Made>(
  known: MaybePromise<T>,
  go: (known: T) => MaybePromise<Made>,
): MaybePromise<Made> {
  return known instanceof Promise ? known.then(go) : go(known)
}

/** The environment of a call: by its host, else by its parameters, else the app user's own. */
function resolveKey(
  { environments }: Pick<RowsContext, 'environments'>,
  { caller, request, projectId, environment }: EnvironmentLookup,
): MaybePromise<EnvironmentKey> {
  return andThen(environments.findByHost(request.host.toLowerCase()), (hosted) => {
    if (hosted) {
      const isSame =
        (projectId ?? hosted.projectId) === hosted.projectId &&
        (environment ?? hosted.environment) === hosted.environment
      if (!isSame)
        throw new ApiError('bad_request', 'This domain belongs to another project or environment.')
      return hosted
    }
    const own = caller.kind === 'key' ? caller.key : undefined
    if (projectId) return { projectId, environment: environment ?? own?.environment ?? 'dev' }
    if (own) return { projectId: own.projectId, environment: environment ?? own.environment }
    return andThen(
      caller.kind === 'user' ? environments.findById(caller.user) : undefined,
      (home) => {
        if (home && (environment ?? home.environment) === home.environment) return home
        throw new ApiError('bad_request', 'Specify the project with $projectId.')
      },
    )
  })
}

export interface ResolvedEnvironment {
  readonly key: EnvironmentKey
  /** Undefined unless the caller is staff. */
  readonly access: ProjectAccess | undefined
}

/** Finds the environment of a call. Throws 404 for a project that staff may not see, as for one that does not exist. */
export function resolveEnvironment(
  context: Pick<RowsContext, 'db' | 'environments'>,
  lookup: EnvironmentLookup,
): MaybePromise<ResolvedEnvironment> {
  const { caller, request } = lookup
  return andThen<EnvironmentKey, ResolvedEnvironment>(resolveKey(context, lookup), (key) => {
    if (caller.kind === 'key') rejectOtherEnvironment(caller.key, key)
    if (caller.kind === 'staff') return resolveForStaff(context, { caller, request, key })
    request.trace.key = key
    return { key, access: undefined }
  })
}

interface StaffLookup extends Pick<EnvironmentLookup, 'request'> {
  readonly caller: Extract<Caller, { kind: 'staff' }>
  readonly key: EnvironmentKey
}

async function resolveForStaff(
  { db }: Pick<RowsContext, 'db'>,
  { caller, request, key }: StaffLookup,
): Promise<ResolvedEnvironment> {
  const access = await findProjectAccess(db, { staff: caller.staff, projectId: key.projectId })
  if (!access) throw projectNotFound()
  request.trace.key = key
  return { key, access }
}

/** Loads the environment; throws 503 while its database is being created. */
export function openEnvironment(
  { environments }: Pick<RowsContext, 'environments'>,
  key: EnvironmentKey,
): MaybePromise<LiveEnvironment> {
  return andThen(environments.find(key), (found) => {
    if (!found) throw projectNotFound()
    if (found === 'preparing')
      throw new ApiError('unavailable', 'This project is still being set up. Try again shortly.', {
        retryAfterSeconds: 2,
      })
    return found
  })
}
