import type { Member } from '@plinth/contract'
import { notFound, projectNotFound, Refusal, stale } from '../../foundation/http/errors/refusal.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import { findMember, lockMembers } from './member-store.ts'

interface Held {
  projectId: string
  organisationId: string
  memberId: string
  /** The revision the change is based on, if it says so. */
  basedOn: number | undefined
  yours: unknown
}

/** The member as they are until this transaction ends; refuses what nobody may change. */
export async function holdMember(transaction: Transaction, held: Held): Promise<Member> {
  if (!(await lockMembers(transaction, held.projectId))) throw projectNotFound()
  const member = await findMember(transaction, held)
  if (!member) throw notFound()
  if (member.role === 'admin') {
    throw new Refusal('forbidden', 'An admin cannot be changed or removed.')
  }
  if (held.basedOn !== undefined && held.basedOn !== member.revision) {
    throw stale({ revision: member.revision, theirs: member, yours: held.yours })
  }
  return member
}

export const lastOwner = () =>
  new Refusal('conflict', 'A project needs an owner: make somebody else an owner first.')
