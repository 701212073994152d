import { findProjectAccess, type ProjectAccess } from '../../foundation/callers/access-store.ts'
import type { Staff } from '../../foundation/callers/session-store.ts'
import type { Caller, RequestInfo } from '../../foundation/http/calls/call.ts'
import { ApiError, projectNotFound } from '../../foundation/http/errors/api-error.ts'
import type { RowsContext } from '../context.ts'
import type { EnvironmentKey } from '../environments/environments.ts'
import type { LiveEnvironment } from '../environments/live-environment.ts'
import { rejectOtherEnvironment } from './api-key-access.ts'

interface EnvironmentLookup {
  readonly caller: Caller
  readonly request: Pick<RequestInfo, 'host' | 'trace'>
  readonly projectId: string | undefined
  readonly environment: EnvironmentKey['environment'] | undefined
}

/** The environment of a call: by its host, else by its parameters, else the app user's own. */
async function resolveKey(
  { environments }: Pick<RowsContext, 'environments'>,
  { caller, request, projectId, environment }: EnvironmentLookup,
): Promise<EnvironmentKey> {
  const hosted = await environments.findByHost(request.host.toLowerCase())
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
  const home = caller.kind === 'user' ? await environments.findById(caller.user) : undefined
  if (home && (environment ?? home.environment) === home.environment) return home
  throw new ApiError('bad_request', 'Specify the project with $projectId.')
}

export interface ResolvedEnvironment {
  readonly key: EnvironmentKey
  /** Undefined unless the caller is staff. */
  readonly access: ProjectAccess | undefined
}

/** Finds the environment of a call. Throws 404 for a project that staff may not see, as for one that does not exist. */
export async function resolveEnvironment(
  context: Pick<RowsContext, 'db' | 'environments'>,
  lookup: EnvironmentLookup,
): Promise<ResolvedEnvironment> {
  const { caller, request } = lookup
  const key = await resolveKey(context, lookup)
  if (caller.kind === 'key') rejectOtherEnvironment(caller.key, key)
  const access = caller.kind === 'staff' ? await accessOf(context, caller.staff, key) : undefined
  // The request log may name the environment only once the caller is authorized for it.
  request.trace.key = key
  return { key, access }
}

/** All projects that do not exist share one limit: anyone can invent an id, which must not get a share of its own. */
const UNKNOWN: EnvironmentKey = { projectId: '', environment: 'dev' }

/**
 * Finds the environment of a call and counts the call; throws 429 if the environment gets too many, and 404 if there is
 * no such project.
 */
export async function admitToEnvironment(
  context: Pick<RowsContext, 'db' | 'environments' | 'requestShares'>,
  lookup: EnvironmentLookup,
): Promise<ResolvedEnvironment> {
  const resolved = await resolveEnvironment(context, lookup)
  const { environments, requestShares } = context
  const { key, access } = resolved
  const { trace } = lookup.request
  const isStaff = access !== undefined
  const known = isStaff || environments.has(key)
  const isKnown = known === true || (await known)
  const turn = requestShares.admit({ key: isKnown ? key : UNKNOWN, isStaff, trace })
  if (turn) await turn
  if (!isKnown) throw projectNotFound()
  return resolved
}

async function accessOf(
  { db }: Pick<RowsContext, 'db'>,
  staff: Staff,
  { projectId }: EnvironmentKey,
): Promise<ProjectAccess> {
  const access = await findProjectAccess(db, { staff, projectId })
  if (!access) throw projectNotFound()
  return access
}

/** Loads the environment; throws 503 while its database is being created. */
export async function openEnvironment(
  { environments }: Pick<RowsContext, 'environments'>,
  key: EnvironmentKey,
): Promise<LiveEnvironment> {
  const found = await environments.find(key)
  if (!found) throw projectNotFound()
  if (found === 'preparing')
    throw new ApiError('unavailable', 'This project is still being set up. Try again shortly.', {
      retryAfterSeconds: 2,
    })
  return found
}
