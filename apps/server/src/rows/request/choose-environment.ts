import { findProjectAccess, type ProjectAccess } from '../../foundation/callers/access-store.ts'
import type { Caller, RequestFacts } from '../../foundation/http/calls/call.ts'
import { projectNotFound, Refusal } from '../../foundation/http/errors/refusal.ts'
import type { RowsContext } from '../context.ts'
import type { EnvironmentKey } from '../environments/environments.ts'
import type { LiveEnvironment } from '../environments/live-environment.ts'
import type { Soon } from '../runners/row-runner.ts'
import { refuseOutside } from './key-reach.ts'

interface Choosing {
  readonly caller: Caller
  readonly request: Pick<RequestFacts, 'host' | 'trace'>
  readonly projectId: string | undefined
  readonly environment: EnvironmentKey['environment'] | undefined
}

/** Goes on at once with what is in memory: every call on rows comes this way. */
function soon<T, Made>(known: Soon<T>, go: (known: T) => Soon<Made>): Soon<Made> {
  return known instanceof Promise ? known.then(go) : go(known)
}

/** Whose rows a call is about: the host decides, else what the call names, else the user's own. */
function chooseKey(
  { environments }: Pick<RowsContext, 'environments'>,
  { caller, request, projectId, environment }: Choosing,
): Soon<EnvironmentKey> {
  return soon(environments.findByHost(request.host.toLowerCase()), (hosted) => {
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
    return soon(caller.kind === 'user' ? environments.findById(caller.user) : undefined, (home) => {
      if (home && (environment ?? home.environment) === home.environment) return home
      throw new Refusal('bad_request', 'Say which project: add $projectId.')
    })
  })
}

export interface ChosenEnvironment {
  readonly key: EnvironmentKey
  /** What a member of staff may do in the project. */
  readonly access: ProjectAccess | undefined
}

/** Finds the environment of a call; one that a member of staff may not see is as one that is not there. */
export function chooseEnvironment(
  context: Pick<RowsContext, 'db' | 'environments'>,
  choosing: Choosing,
): Soon<ChosenEnvironment> {
  const { caller, request } = choosing
  return soon<EnvironmentKey, ChosenEnvironment>(chooseKey(context, choosing), (key) => {
    if (caller.kind === 'key') refuseOutside(caller.key, key)
    if (caller.kind === 'staff') return chooseOfStaff(context, { caller, request, key })
    request.trace.key = key
    return { key, access: undefined }
  })
}

interface OfStaff extends Pick<Choosing, 'request'> {
  readonly caller: Extract<Caller, { kind: 'staff' }>
  readonly key: EnvironmentKey
}

async function chooseOfStaff(
  { db }: Pick<RowsContext, 'db'>,
  { caller, request, key }: OfStaff,
): Promise<ChosenEnvironment> {
  const access = await findProjectAccess(db, { staff: caller.staff, projectId: key.projectId })
  if (!access) throw projectNotFound()
  request.trace.key = key
  return { key, access }
}

/** The environment itself, once its database is made. */
export function openEnvironment(
  { environments }: Pick<RowsContext, 'environments'>,
  key: EnvironmentKey,
): Soon<LiveEnvironment> {
  return soon(environments.find(key), (found) => {
    if (!found) throw projectNotFound()
    if (found === 'preparing')
      throw new Refusal('unavailable', 'This project is still being set up. Try again shortly.', {
        retryAfterSeconds: 2,
      })
    return found
  })
}
