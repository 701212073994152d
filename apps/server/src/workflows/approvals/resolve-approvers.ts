import type { ApprovalRequest } from '@plinth/engine'
import type { Queryable } from '../../foundation/platform/database.ts'
import { findNamedMembers, type NamedMember } from './approver-store.ts'

/** Whether an entry means any number of people. */
export const isGroup = (approver: string): boolean => /^(role|users):/.test(approver)

interface Round extends Pick<ApprovalRequest, 'approvers' | 'mode' | 'quorum'> {
  environmentId: string
}

type Resolved = { approvers: string[] } | { issue: string }

/** Why the people of a round can never decide it; a role always has an admin who can. */
function findShortage(
  { mode, quorum }: Round,
  { resolved, members }: { resolved: readonly string[]; members: readonly NamedMember[] },
): string | undefined {
  const shut = members.filter(({ mayRead }) => !mayRead)
  const [first] = shut
  if (mode === 'all')
    return first && `"${first.approver}" cannot decide: developers may not read production data.`
  if (resolved.some(isGroup)) return undefined
  const count = resolved.length - new Set(shut.map(({ id }) => id)).size
  if (count === 0) return 'Nobody can decide this: developers may not read production data.'
  return mode === 'quorum' && count < quorum
    ? `${quorum} people must decide, and only ${count} of those who are named can.`
    : undefined
}

/** The approvers of a round with the ids of members, each once; an issue if they are unknown or cannot decide. */
export async function resolveApprovers(on: Queryable, round: Round): Promise<Resolved> {
  const { environmentId, approvers } = round
  const isNamed = (approver: string) => !/^(role|link|users?|url):/.test(approver)
  const members = await findNamedMembers(on, {
    environmentId,
    approvers: approvers.filter(isNamed),
  })
  const ids = new Map(members.map(({ approver, id }) => [approver, id]))
  const unknown = approvers.find((approver) => isNamed(approver) && !ids.has(approver))
  if (unknown !== undefined) return { issue: `"${unknown}" is not a member of this project.` }
  const twice = members.find(({ emailKey }) => approvers.includes(`link:${emailKey}`))
  if (twice)
    return { issue: `"${twice.emailKey}" is named as a member and by a link. Name a person once.` }
  const resolved = [...new Set(approvers.map((approver) => ids.get(approver) ?? approver))]
  const issue = findShortage(round, { resolved, members })
  return issue === undefined ? { approvers: resolved } : { issue }
}
