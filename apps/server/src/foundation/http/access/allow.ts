import type { Access, Role } from '@plinth/contract'
import { findProjectAccess, type ProjectAccess } from '../../callers/access-store.ts'
import type { Staff } from '../../callers/session-store.ts'
import type { Database } from '../../platform/database.ts'
import type { Caller } from '../calls/call.ts'
import { projectNotFound, Refusal, unauthenticated } from '../errors/refusal.ts'

const RANK: Record<Role, number> = { developer: 1, owner: 2, admin: 3 }

/** All that is open to somebody who still has to set two-step sign-in up. */
const isOwnAccount = (path: string) => path.startsWith('/auth/')
const OWES_TWO_STEP = 'Your organisation asks for two-step sign-in. Set it up to go on.'

interface Allowed {
  staff?: Staff
  project?: ProjectAccess
}

interface Asked {
  access: Access
  path: string
  caller: Caller
}

/** Decides whether this caller may make this call at all; deny is the default. */
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

/** The decision itself, from what is known of the caller; `project` as the caller may use it, if it may. */
export function decide(asked: Asked, project: ProjectAccess | undefined): Allowed {
  const { access, caller } = asked
  if (caller.kind === 'staff' && caller.staff.owesTwoStep && !isOwnAccount(asked.path)) {
    throw new Refusal('forbidden', OWES_TWO_STEP, {
      details: [{ path: 'twoStep', message: OWES_TWO_STEP }],
    })
  }
  if (access === 'public' || access === 'rules') return {}
  if (access === 'user' || (access === 'caller' && caller.kind === 'user')) {
    if (caller.kind !== 'user') throw unauthenticated()
    return {}
  }
  if (caller.kind !== 'staff') throw unauthenticated()
  const { staff } = caller
  if (access === 'staff' || access === 'caller') return { staff }
  if (access === 'admin') {
    if (!staff.isAdmin) throw new Refusal('forbidden', 'Only an admin may do this.')
    return { staff }
  }
  if (!project) throw projectNotFound()
  const needed = access.slice('project:'.length) as Role
  if (RANK[project.role] < RANK[needed]) {
    throw new Refusal(
      'forbidden',
      `Only ${needed === 'owner' ? 'an owner' : 'an admin'} may do this.`,
    )
  }
  return { staff, project }
}
