import type { AssignableRole, Member } from '@plinth/contract'
import type { AuditEntry } from '../../foundation/audit/audit-store.ts'
import { ApiError, projectNotFound } from '../../foundation/http/errors/api-error.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import { memberSnapshot } from './member-snapshot.ts'
import { addMembership, findMember, lockMembers } from './member-store.ts'

interface Joining {
  projectId: string
  organisationId: string
  memberId: string
  role: AssignableRole
  action: 'added' | 'created'
}

/** Adds a member; returns the answer and its audit entry. */
export async function joinProject(
  transaction: Transaction,
  joining: Joining,
): Promise<{ answer: { member: Member }; audit: AuditEntry }> {
  const { projectId, memberId, role } = joining
  if (!(await lockMembers(transaction, projectId))) throw projectNotFound()
  if (!(await addMembership(transaction, { projectId, staffId: memberId, role }))) {
    throw new ApiError('conflict', 'This user is a member already.')
  }
  const member = await findMember(transaction, joining)
  if (!member) throw projectNotFound()
  return {
    answer: { member },
    audit: {
      action: joining.action,
      entity: 'member',
      entityId: memberId,
      projectId,
      after: memberSnapshot(member),
    },
  }
}
