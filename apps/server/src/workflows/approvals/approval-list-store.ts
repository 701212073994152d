import type { Approval } from '@plinth/contract'
import type { Queryable } from '../../foundation/platform/database.ts'
import { nothing, type Sql, sql } from '../../foundation/platform/sql.ts'

/** A person as decisions see them: the id, and the entries of approvers that they are meant by. */
export interface Decider {
  id: string
  email: string
  approvers: readonly string[]
}

interface ListedRow
  extends Record<string, unknown>,
    Omit<Approval, 'createdOn' | 'deadlineOn' | 'endedOn'> {
  createdAt: Date
  deadlineAt: Date
  endedAt: Date | null
}

const toListed = ({ createdAt, deadlineAt, endedAt, ...row }: ListedRow): Approval => ({
  ...row,
  createdOn: createdAt.toISOString(),
  deadlineOn: deadlineAt.toISOString(),
  endedOn: endedAt?.toISOString() ?? null,
})

/** Whether a person may decide an approval now. With `all`, one of their entries must be undecided. */
export const canDecide = ({ id, email, approvers }: Decider): Sql => sql`(
  state = 'waiting' and approvers && ${approvers}::text[]
  and not exists (select from approval_decision as own where own.approval_id = approval.id
    and own.escalated = approval.escalated
    and (own.decider = ${id} or lower(btrim(own.email)) = lower(btrim(${email}::text))))
  and (mode <> 'all' or exists (
    select from unnest(approvers) as entry (approver) where approver = any(${approvers}::text[])
      and not exists (select from approval_decision as other where other.approval_id = approval.id
        and other.escalated = approval.escalated and entry.approver = any(other.covers)))))`

const columns = (who: Decider): Sql => sql`approval.id, title, environment.name as environment,
  run.workflow_id as "workflowId", run.workflow_name as "workflowName", run_id as "runId", node,
  state, approval.created_at as "createdAt", deadline_at as "deadlineAt",
  approval.ended_at as "endedAt", ${canDecide(who)} as "canDecide", bulk`

const from = sql`from approval join run on run.id = run_id
  join environment on environment.id = approval.environment_id`

export interface ApprovalFilter {
  projectId: string
  environment: string
  show?: 'waiting' | 'ended' | 'mine' | undefined
  cursor?: string | undefined
  limit: number
}

function shown(show: ApprovalFilter['show'], who: Decider): Sql {
  if (show === 'waiting') return sql`and state = 'waiting'`
  if (show === 'ended') return sql`and state <> 'waiting'`
  return show === 'mine' ? sql`and ${canDecide(who)}` : nothing
}

const environmentOf = ({
  projectId,
  environment,
}: Pick<ApprovalFilter, 'projectId' | 'environment'>) =>
  sql`(select id from environment where project_id = ${projectId} and name = ${environment})`

/** Newest first. Ids grow with time, so the last id is the cursor. */
export async function selectApprovals(
  on: Queryable,
  filter: ApprovalFilter,
  who: Decider,
): Promise<Approval[]> {
  const { show, cursor, limit } = filter
  const rows = await on.query<ListedRow>(sql`
    select ${columns(who)} ${from}
    where approval.environment_id = ${environmentOf(filter)} ${shown(show, who)}
      ${cursor === undefined ? nothing : sql`and approval.id < ${cursor}`}
    order by approval.id desc limit ${limit}`)
  return rows.map(toListed)
}

/** One approval as the list shows it. */
export async function findListedApproval(
  on: Queryable,
  id: string,
  who: Decider,
): Promise<Approval | undefined> {
  const [row] = await on.query<ListedRow>(
    sql`select ${columns(who)} ${from} where approval.id = ${id}`,
  )
  return row && toListed(row)
}

const MAX_COUNTED = 100

/** How many approvals of an environment wait for a person, counted up to 100. */
export async function countOwnApprovals(
  on: Queryable,
  named: Pick<ApprovalFilter, 'projectId' | 'environment'>,
  who: Decider,
): Promise<number> {
  const [row] = await on.query<{ count: number }>(sql`
    select count(*)::int as count from (
      select from approval where environment_id = ${environmentOf(named)} and ${canDecide(who)}
      limit ${MAX_COUNTED}
    ) as own`)
  return row?.count ?? 0
}
