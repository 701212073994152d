import type { Role } from '@plinth/contract'
import type { Context } from '../context.ts'
import type { Caller, RequestFacts } from '../http/call.ts'
import { projectNotFound, Refusal } from '../http/refusal.ts'
import { findProjectAccess } from '../platform/access-store.ts'
import type { EnvironmentKey } from './environments.ts'
import { refuseOutside } from './key-reach.ts'
import type { LiveEnvironment } from './live-environment.ts'

interface Choosing {
  readonly caller: Caller
  readonly request: Pick<RequestFacts, 'host' | 'trace'>
  readonly projectId: string | undefined
  readonly environment: EnvironmentKey['environment'] | undefined
}

/** Whose rows a call is about: the host decides, else what the call names, else the user's own. */
async function chooseKey(
  { environments }: Pick<Context, 'environments'>,
  { caller, request, projectId, environment }: Choosing,
): Promise<EnvironmentKey> {
  const hosted = await environments.findByHost(request.host.toLowerCase())
  if (hosted) {
    const isSame =
      (projectId ?? hosted.projectId) === hosted.projectId &&
      (environment ?? hosted.environment) === hosted.environment
    if (!isSame)
      throw new Refusal('bad_request', 'This domain belongs to another project or environment.')
    return hosted
  }
  const own = caller.kind === 'key' ? caller.key : undefined
  if (projectId) return { projectId, environment: environment ?? own?.environment ?? 'dev' }
  if (own) return { projectId: own.projectId, environment: environment ?? own.environment }
  if (caller.kind === 'user') {
    const own = await environments.findById(caller.user)
    if (own && (environment ?? own.environment) === own.environment) return own
  }
  throw new Refusal('bad_request', 'Say which project: add $projectId.')
}

export interface ChosenEnvironment {
  readonly key: EnvironmentKey
  /** The role of a member of staff in the project. */
  readonly role: Role | undefined
}

/** Finds the environment of a call; one that a member of staff may not see is as one that is not there. */
export async function chooseEnvironment(
  context: Pick<Context, 'db' | 'environments'>,
  choosing: Choosing,
): Promise<ChosenEnvironment> {
  const key = await chooseKey(context, choosing)
  const { caller, request } = choosing
  if (caller.kind === 'key') refuseOutside(caller.key, key)
  if (caller.kind !== 'staff') {
    request.trace.key = key
    return { key, role: undefined }
  }
  const { projectId } = key
  const access = await findProjectAccess(context.db, { staff: caller.staff, projectId })
  if (!access) throw projectNotFound()
  request.trace.key = key
  return { key, role: access.role }
}

/** The environment itself, once its database is made. */
export async function openEnvironment(
  { environments }: Context,
  key: EnvironmentKey,
): Promise<LiveEnvironment> {
  const found = await environments.find(key)
  if (!found) throw projectNotFound()
  if (found === 'preparing')
    throw new Refusal('unavailable', 'This project is still being set up. Try again shortly.', {
      retryAfterSeconds: 2,
    })
  return found
}
