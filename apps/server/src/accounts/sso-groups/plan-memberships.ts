import type { AssignableRole } from '@plinth/contract'

export interface OwnMembership {
  projectId: string
  role: AssignableRole
  fromGroup: boolean
  isLastOwner: boolean
}

export interface Grant {
  projectId: string
  role: AssignableRole
}

export type MembershipChange =
  | { kind: 'add'; projectId: string; after: AssignableRole }
  | { kind: 'change'; projectId: string; before: AssignableRole; after: AssignableRole }
  | { kind: 'remove'; projectId: string; before: AssignableRole }
  /** Groups take the right, but the project would have no owner. */
  | { kind: 'spare'; projectId: string }

function changeOf(own: OwnMembership, granted: AssignableRole | undefined): MembershipChange[] {
  const { projectId, role, fromGroup, isLastOwner } = own
  if (!fromGroup || granted === role) return []
  if (isLastOwner) return [{ kind: 'spare', projectId }]
  return granted === undefined
    ? [{ kind: 'remove', projectId, before: role }]
    : [{ kind: 'change', projectId, before: role, after: granted }]
}

/**
 * What the groups of a person change. The highest role of several groups counts. Memberships given by hand stay as they
 * are, and so does that of the last owner of a project.
 */
export function planMemberships(
  own: readonly OwnMembership[],
  grants: readonly Grant[],
): MembershipChange[] {
  const granted = new Map<string, AssignableRole>()
  for (const { projectId, role } of grants) {
    if (granted.get(projectId) !== 'owner') granted.set(projectId, role)
  }
  const known = new Set(own.map(({ projectId }) => projectId))
  const added = [...granted]
    .filter(([projectId]) => !known.has(projectId))
    .map(([projectId, after]) => ({ kind: 'add' as const, projectId, after }))
  return [...own.flatMap((one) => changeOf(one, granted.get(one.projectId))), ...added]
}
