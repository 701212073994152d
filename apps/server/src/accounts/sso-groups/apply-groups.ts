import { type AuditAuthor, type AuditEntry, addAudit } from '../../foundation/audit/audit-store.ts'
import type { Caller, RequestInfo } from '../../foundation/http/calls/call.ts'
import { originOf } from '../../foundation/http/calls/origin-of.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import type { AccountsContext } from '../context.ts'
import {
  applyChange,
  claimGroups,
  lockAdminState,
  lockGroupAdmins,
  lockGroupProjects,
  lockOtherAdmins,
  selectGrants,
  selectOwnMemberships,
  setGroupAdmin,
} from './group-right-store.ts'
import { type MembershipChange, planMemberships } from './plan-memberships.ts'
import type { PersonGroups } from './read-groups.ts'

type GroupsContext = Pick<AccountsContext, 'env' | 'log'>

interface SignedIn {
  staff: { id: string; organisationId: string; email: string }
  identity: { issuer: string; subject: string }
  groups: PersonGroups | null
  caller: Caller
  request: RequestInfo
}

/**
 * Locks what {@link applyGroups} may change. Called before the account is locked: changes by hand lock the project first,
 * too, and would otherwise wait for this sign-in while it waits for them.
 */
export async function lockForGroups(
  transaction: Transaction,
  { staffId, groups }: { staffId: string | undefined; groups: PersonGroups | null },
): Promise<void> {
  if (!groups) return
  await lockGroupAdmins(transaction)
  await lockGroupProjects(transaction, { staffId, groups: groups.names })
}

const ACTIONS = {
  add: 'added by a group',
  change: 'changed by a group',
  remove: 'removed by a group',
} as const

function entryOf(
  staff: SignedIn['staff'],
  change: Exclude<MembershipChange, { kind: 'spare' }>,
): AuditEntry {
  const { email } = staff
  return {
    action: ACTIONS[change.kind],
    entity: 'member',
    entityId: staff.id,
    projectId: change.projectId,
    ...('before' in change ? { before: { email, role: change.before } } : {}),
    ...('after' in change ? { after: { email, role: change.after } } : {}),
  }
}

type Record = (entry: AuditEntry) => Promise<void>

async function applyMemberships(
  transaction: Transaction,
  { log }: GroupsContext,
  { staff, names, record }: { staff: SignedIn['staff']; names: string[]; record: Record },
): Promise<void> {
  const { id: staffId, organisationId } = staff
  const own = await selectOwnMemberships(transaction, staffId)
  const grants = await selectGrants(transaction, { organisationId, groups: names })
  for (const change of planMemberships(own, grants)) {
    if (change.kind === 'spare') {
      log.warn({ staffId, projectId: change.projectId }, 'sso: last owner of a project stays owner')
      continue
    }
    await applyChange(transaction, { staffId, change })
    await record(entryOf(staff, change))
  }
}

/** Only the operator's settings name a group of admins. Admins of the command line stay admins. */
async function applyAdmin(
  transaction: Transaction,
  { env, log }: GroupsContext,
  { staff, names, record }: { staff: SignedIn['staff']; names: string[]; record: Record },
): Promise<void> {
  const { id: staffId, organisationId, email } = staff
  const adminGroup = env.oidc?.adminGroup
  const isAdmin = adminGroup !== undefined && names.includes(adminGroup)
  const state = await lockAdminState(transaction, staffId)
  if (!state || state.isAdmin === isAdmin || (state.isAdmin && !state.fromGroup)) return
  if (!isAdmin && !(await lockOtherAdmins(transaction, { organisationId, staffId }))) {
    log.warn({ staffId }, 'sso: last admin stays admin')
    return
  }
  await setGroupAdmin(transaction, { staffId, isAdmin })
  await record({
    action: isAdmin ? 'made an admin by a group' : 'no longer an admin by a group',
    entity: 'staff',
    entityId: staffId,
    after: { email, isAdmin },
  })
}

/** Gives and takes the rights that come from the groups of a sign-in, with their audit entries. */
export async function applyGroups(
  transaction: Transaction,
  context: GroupsContext,
  { staff, identity, groups, caller, request }: SignedIn,
): Promise<void> {
  if (!groups) return
  const { names, issuedAt } = groups
  if (!(await claimGroups(transaction, { ...identity, issuedAt }))) {
    context.log.info({ staffId: staff.id }, 'sso: groups of an older sign-in ignored')
    return
  }
  const author: AuditAuthor = {
    organisationId: staff.organisationId,
    staffId: staff.id,
    requestId: request.id,
    from: originOf(caller, request),
  }
  const record: Record = (entry) => addAudit(transaction, { author, entry })
  await applyMemberships(transaction, context, { staff, names, record })
  await applyAdmin(transaction, context, { staff, names, record })
}
