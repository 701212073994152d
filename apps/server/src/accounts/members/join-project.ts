import type { AssignableRole, Member } from '@plinth/contract'
import type { AuditEntry } from '../../foundation/audit/audit-store.ts'
import { projectNotFound, Refusal } from '../../foundation/http/errors/refusal.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import { memberFacts } from './member-facts.ts'
import { addMembership, findMember, lockMembers } from './member-store.ts'

interface Joining {
  projectId: string
  organisationId: string
  memberId: string
  role: AssignableRole
  action: 'added' | 'created'
}

/** Makes somebody a member, and says so in the audit trail. */
export async function joinProject(
  transaction: Transaction,
  joining: Joining,
): Promise<{ answer: { member: Member }; audit: AuditEntry }> {
  const { projectId, memberId, role } = joining
  if (!(await lockMembers(transaction, projectId))) throw projectNotFound()
  if (!(await addMembership(transaction, { projectId, staffId: memberId, role }))) {
    throw new Refusal('conflict', 'This user is a member already.')
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
      after: memberFacts(member),
    },
  }
}
