import type { Access, Role } from '@plinth/contract'
import { findProjectAccess, type ProjectAccess } from '../../callers/access-store.ts'
import type { Staff } from '../../callers/session-store.ts'
import type { Database } from '../../platform/database.ts'
import type { Caller } from '../calls/call.ts'
import { ApiError, projectNotFound, unauthenticated } from '../errors/api-error.ts'

const RANK: Record<Role, number> = { developer: 1, owner: 2, admin: 3 }

/**
 * The only calls that an account may make until it has set up two-factor authentication. A device login is none of them:
 * who knows the password alone would get a key that works as soon as the second factor is set up.
 */
const isOwnAccount = (path: string) =>
  (path.startsWith('/auth/') && !path.startsWith('/auth/device-login')) ||
  path === '/api/sso/identity' ||
  path.startsWith('/api/sso/proof')
const TWO_FACTOR_REQUIRED =
  'Your organisation requires two-factor authentication. Set it up to continue.'

const KEY_REQUIRED = 'Send an API key of the project as a bearer token.'

interface Allowed {
  staff?: Staff
  project?: ProjectAccess
}

interface Asked {
  access: Access
  path: string
  caller: Caller
}

/** Throws unless the caller may make this call; the default is to deny. */
export async function allow(
  db: Database,
  { projectId = '', ...asked }: Asked & { projectId: string | undefined },
): Promise<Allowed> {
  const { access, caller } = asked
  const isInProject = access.startsWith('project:') && caller.kind === 'staff'
  const project = isInProject
    ? await findProjectAccess(db, { staff: caller.staff, projectId })
    : undefined
  return decide(asked, project)
}

/** The decision of {@link allow} without database access; `project` is undefined if the caller has no access to it. */
export function decide(request: Asked, project: ProjectAccess | undefined): Allowed {
  const { access, caller } = request
  if (caller.kind === 'staff' && caller.staff.mustSetUpTwoFactor && !isOwnAccount(request.path)) {
    throw new ApiError('forbidden', TWO_FACTOR_REQUIRED, {
      details: [{ path: 'twoFactor', message: TWO_FACTOR_REQUIRED }],
    })
  }
  if (access === 'public' || access === 'rules') return {}
  if (access === 'user' || (access === 'caller' && caller.kind === 'user')) {
    if (caller.kind !== 'user') throw unauthenticated()
    return {}
  }
  if (access === 'key') {
    if (caller.kind !== 'key') throw new ApiError('unauthenticated', KEY_REQUIRED)
    return {}
  }
  if (caller.kind !== 'staff') throw unauthenticated()
  const { staff } = caller
  if (access === 'staff' || access === 'caller') return { staff }
  if (access === 'admin') {
    if (!staff.isAdmin) throw new ApiError('forbidden', 'Only an admin may do this.')
    return { staff }
  }
  if (!project) throw projectNotFound()
  const needed = access.slice('project:'.length) as Role
  if (RANK[project.role] < RANK[needed]) {
    throw new ApiError(
      'forbidden',
      `Only ${needed === 'owner' ? 'an owner' : 'an admin'} may do this.`,
    )
  }
  return { staff, project }
}
