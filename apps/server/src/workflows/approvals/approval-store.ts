import type { ApprovalField, ApprovalState, EnvironmentName } from '@plinth/contract'
import type { ApprovalRequest } from '@plinth/engine'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'
import { readStored } from '../../foundation/platform/stored-json.ts'
import { StoredFields } from './stored-form.ts'

/** An approval with what a decision needs to know of its run. */
export interface StoredApproval {
  id: string
  projectId: string
  environment: EnvironmentName
  runId: string
  hasRun: boolean
  title: string
  details: string
  fields: ApprovalField[]
  approvers: string[]
  mode: ApprovalRequest['mode']
  quorum: number
  escalation: string[]
  isEscalated: boolean
  /** What must be true of an app user who decides; null: none may. */
  appRule: string | null
  state: ApprovalState
  isPastDeadline: boolean
  deadlineAt: Date
  endedAt: Date | null
}

interface ApprovalRow extends Record<string, unknown>, Omit<StoredApproval, 'fields'> {
  fields: string
}

const toApproval = ({ fields, ...row }: ApprovalRow): StoredApproval => ({
  ...row,
  fields: readStored(StoredFields, fields, 'form of an approval'),
})

const read = sql`
  select approval.id, approval.project_id as "projectId", environment.name as environment,
    run_id as "runId", run.status in ('queued', 'running', 'waiting') as "hasRun",
    title, details, fields, approvers, mode, quorum, escalation, escalated as "isEscalated",
    app_rule as "appRule", state,
    deadline_at <= now() as "isPastDeadline", deadline_at as "deadlineAt",
    approval.ended_at as "endedAt"
  from approval join run on run.id = run_id join environment on environment.id = approval.environment_id`

export async function findApproval(on: Queryable, id: string): Promise<StoredApproval | undefined> {
  const [row] = await on.query<ApprovalRow>(sql`${read} where approval.id = ${id}`)
  return row && toApproval(row)
}

export async function lockApprovalForUpdate(
  transaction: Transaction,
  id: string,
): Promise<StoredApproval | undefined> {
  const [row] = await transaction.query<ApprovalRow>(
    sql`${read} where approval.id = ${id} for update of approval`,
  )
  return row && toApproval(row)
}

/** Locks approvals of open projects that are past their deadline, or whose approvers are to be reminded. */
export async function lockDueApprovals(
  transaction: Transaction,
  limit: number,
): Promise<StoredApproval[]> {
  const rows = await transaction.query<ApprovalRow>(sql`${read}
    where state = 'waiting' and due_at <= now()
      and exists (select from project where project.id = approval.project_id
        and availability = 'open' and deleted_at is null)
    order by due_at limit ${limit} for update of approval skip locked`)
  return rows.map(toApproval)
}

interface NamedStep {
  runId: string
  stepKey: string
}

/** Sets the awakeable that the end of a step's approval resolves; undefined if the step has none yet. */
export async function renewAwakeable(
  transaction: Transaction,
  { runId, stepKey, awakeable }: NamedStep & { awakeable: string },
): Promise<StoredApproval | undefined> {
  const [row] = await transaction.query<{ id: string }>(sql`
    update approval set awakeable = ${awakeable}
    where run_id = ${runId} and step_key = ${stepKey} returning id`)
  return row && findApproval(transaction, row.id)
}

export interface NewApproval extends NamedStep {
  id: string
  projectId: string
  environmentId: string
  node: string
  request: ApprovalRequest
  awakeable: string
}

export async function addApproval(transaction: Transaction, added: NewApproval): Promise<void> {
  const { request } = added
  const seconds = request.deadlineMs / 1_000
  const reminder = request.reminderMs === undefined ? null : request.reminderMs / 1_000
  await transaction.query(sql`
    insert into approval (id, run_id, project_id, environment_id, step_key, node, title, details,
      fields, approvers, mode, quorum, escalation, awakeable, app_rule, bulk, deadline_ms,
      deadline_at, remind_at)
    values (${added.id}, ${added.runId}, ${added.projectId}, ${added.environmentId},
      ${added.stepKey}, ${added.node}, ${request.title}, ${request.details},
      ${JSON.stringify(request.fields)}, ${request.approvers}, ${request.mode}, ${request.quorum},
      ${request.escalation}, ${added.awakeable}, ${request.appRule ?? null},
      ${request.bulk ?? false}, ${request.deadlineMs},
      now() + make_interval(secs => ${seconds}), now() + make_interval(secs => ${reminder}))`)
}

/** How many approvals of an environment wait, counted up to `limit`. */
export async function countWaiting(
  on: Queryable,
  { environmentId, limit }: { environmentId: string; limit: number },
): Promise<number> {
  const [row] = await on.query<{ count: number }>(sql`
    select count(*)::int as count from (
      select from approval where environment_id = ${environmentId} and state = 'waiting'
      limit ${limit}
    ) as waiting`)
  return row?.count ?? 0
}

export async function endApproval(
  transaction: Transaction,
  { id, state }: { id: string; state: ApprovalState },
): Promise<void> {
  await transaction.query(sql`
    update approval set state = ${state}, ended_at = clock_timestamp()
    where id = ${id} and state = 'waiting'`)
}

/** Passes an approval on to its other approvers, of whom one decides, with a new deadline. */
export async function escalateApproval(transaction: Transaction, id: string): Promise<void> {
  await transaction.query(sql`
    update approval set approvers = escalation, escalation = '{}', escalated = true, mode = 'any',
      quorum = 1, remind_at = null,
      deadline_at = now() + make_interval(secs => deadline_ms / 1000.0)
    where id = ${id}`)
}

export async function setReminded(transaction: Transaction, id: string): Promise<void> {
  await transaction.query(sql`update approval set remind_at = null where id = ${id}`)
}

/** Reminds the approvers as soon as the project is open. */
export async function remindNow(on: Queryable, id: string): Promise<void> {
  await on.query(sql`update approval set remind_at = now() where id = ${id} and state = 'waiting'`)
}

/** Closes the approvals of a run that has ended. */
export async function cancelApprovals(on: Queryable, runId: string): Promise<void> {
  await on.query(sql`
    update approval set state = 'cancelled', ended_at = now()
    where run_id = ${runId} and state = 'waiting'`)
}

/** Closes approvals whose runs were ended by another process, or by the loss of the durable runtime. */
export async function cancelOrphans(on: Queryable): Promise<void> {
  await on.query(sql`
    update approval set state = 'cancelled', ended_at = now() from run
    where run.id = run_id and state = 'waiting' and run.status in ('succeeded', 'failed', 'cancelled')`)
}

/** The awakeable to resolve; undefined while the approval waits. */
export async function findAwakeable(on: Queryable, id: string): Promise<string | undefined> {
  const [row] = await on.query<{ awakeable: string }>(
    sql`select awakeable from approval where id = ${id} and state <> 'waiting'`,
  )
  return row?.awakeable
}
