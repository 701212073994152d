import type { ProjectAccess } from '../../foundation/callers/access-store.ts'
import { findProjectAccesses } from '../../foundation/callers/access-store.ts'
import { findKeyBearers } from '../../foundation/callers/api-key-store.ts'
import { findAppSessions } from '../../foundation/callers/app-session-store.ts'
import { findSessions } from '../../foundation/callers/session-store.ts'
import { decide } from '../../foundation/http/access/allow.ts'
import { allowEnvironmentRead } from '../../foundation/http/access/production-read.ts'
import type { Caller } from '../../foundation/http/calls/call.ts'
import { ApiError, projectNotFound } from '../../foundation/http/errors/api-error.ts'
import { matchesOrigin } from '../../foundation/http/origins/match-origin.ts'
import type { EnvironmentKey } from '../environments/environments.ts'
import type { LiveCaller } from './live-caller.ts'
import type { LiveContext } from './live-request.ts'

/** An open stream with what it may read. */
export interface OpenLive {
  readonly key: EnvironmentKey
  readonly live: LiveCaller
}

/** The caller as it is now, or why its stream ends. */
export type Right = { readonly caller: Caller } | { readonly error: unknown }

const PATH = '/api/data/$events'
const SESSION_ENDED = 'This session has expired or was ended. Sign in again.'
const KEY_ENDED = 'This key was revoked, has expired or does not exist.'
const ORIGIN_ENDED =
  'The origin of this page is no longer allowed. Add it under Settings, Domains, Allowed origins.'

const hex = (hash: Buffer) => hash.toString('hex')
const ended = (message: string): Right => ({ error: new ApiError('unauthenticated', message) })

type Known<Found> = ReadonlyMap<string, Found>

interface Callers {
  readonly staff: Known<Extract<Caller, { kind: 'staff' }>['staff']>
  readonly users: Known<Extract<Caller, { kind: 'user' }>['user']>
  readonly keys: Known<Extract<Caller, { kind: 'key' }>['key']>
}

/** Reads the callers of streams as they are now: one statement for each kind. */
async function findCallers({ db }: LiveContext, streams: readonly OpenLive[]): Promise<Callers> {
  const hashesOf = (kind: Caller['kind']) =>
    streams.flatMap(({ live: { caller } }) =>
      caller.kind === kind && caller.kind !== 'guest' ? [caller.tokenHash] : [],
    )
  const [staff, users, keys] = [hashesOf('staff'), hashesOf('user'), hashesOf('key')]
  const sessions = staff.length > 0 ? await findSessions(db, staff) : []
  const found = users.length > 0 ? await findAppSessions(db, users) : []
  const bearers = keys.length > 0 ? await findKeyBearers(db, keys) : []
  return {
    staff: new Map(sessions.map((each) => [hex(each.tokenHash), each.staff])),
    users: new Map(found.map((each) => [hex(each.tokenHash), each.found])),
    keys: new Map(bearers.map((each) => [hex(each.tokenHash), each.found])),
  }
}

function callerNow({ live: { caller } }: OpenLive, { staff, users, keys }: Callers): Right {
  if (caller.kind === 'guest') return { caller }
  const name = hex(caller.tokenHash)
  if (caller.kind === 'staff') {
    const found = staff.get(name)
    return found ? { caller: { ...caller, staff: found } } : ended(SESSION_ENDED)
  }
  if (caller.kind === 'key') {
    const key = keys.get(name)
    return key ? { caller: { ...caller, key } } : ended(KEY_ENDED)
  }
  return users.has(name) ? { caller } : ended(SESSION_ENDED)
}

function allowStaff(caller: Caller, access: ProjectAccess | undefined, key: EnvironmentKey): void {
  decide({ access: 'rules', path: PATH, caller }, undefined)
  if (!access) throw projectNotFound()
  allowEnvironmentRead(access, key.environment)
}

async function checkOrigin({ origins }: LiveContext, { key, live }: OpenLive): Promise<void> {
  if (live.origin === undefined) return
  const policy = await origins.policyOf(key)
  if (!policy || !matchesOrigin(policy, live.origin)) throw new ApiError('forbidden', ORIGIN_ENDED)
}

/** The rights of streams as they are now, in order; a fixed number of statements for all of them. */
export async function findRights(
  context: LiveContext,
  streams: readonly OpenLive[],
): Promise<readonly Right[]> {
  const callers = await findCallers(context, streams)
  const now = streams.map((stream) => callerNow(stream, callers))
  const staffed = streams.flatMap((stream, at) => {
    const right = now[at]
    if (!right || !('caller' in right) || right.caller.kind !== 'staff') return []
    return [{ at, staff: right.caller.staff, projectId: stream.key.projectId }]
  })
  const found = staffed.length > 0 ? await findProjectAccesses(context.db, staffed) : []
  const accesses = new Map(staffed.map(({ at }, place) => [at, found[place]]))
  return Promise.all(
    streams.map(async (stream, at): Promise<Right> => {
      const right = now[at] ?? ended(SESSION_ENDED)
      if ('error' in right) return right
      try {
        context.stoppedProjects.refuse(stream.key.projectId, 'read')
        if (right.caller.kind === 'staff') allowStaff(right.caller, accesses.get(at), stream.key)
        await checkOrigin(context, stream)
        return right
      } catch (error) {
        return { error }
      }
    }),
  )
}
