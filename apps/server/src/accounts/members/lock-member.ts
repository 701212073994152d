import type { Member } from '@plinth/contract'
import {
  ApiError,
  notFound,
  projectNotFound,
  stale,
} from '../../foundation/http/errors/api-error.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import { findMember, lockMembers } from './member-store.ts'

interface Held {
  projectId: string
  organisationId: string
  memberId: string
  /** The revision that the change is based on, if the request has one. */
  basedOn: number | undefined
  yours: unknown
}

/** Reads the member and locks the project's members; throws 404, 403 for an admin, or 409 for an outdated revision. */
export async function lockMemberForUpdate(transaction: Transaction, held: Held): Promise<Member> {
  if (!(await lockMembers(transaction, held.projectId))) throw projectNotFound()
  const member = await findMember(transaction, held)
  if (!member) throw notFound()
  if (member.role === 'admin') {
    throw new ApiError('forbidden', 'An admin cannot be changed or removed.')
  }
  if (held.basedOn !== undefined && held.basedOn !== member.revision) {
    throw stale({ revision: member.revision, theirs: member, yours: held.yours })
  }
  return member
}

export const lastOwner = () =>
  new ApiError('conflict', 'A project needs an owner: make somebody else an owner first.')
