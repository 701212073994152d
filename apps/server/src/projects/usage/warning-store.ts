import type { BudgetKind, BudgetLevel } from '@plinth/contract'
import { addToOutbox } from '../../foundation/durable/outbox-store.ts'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

/** A limit that a project has reached. */
export interface Crossing {
  readonly projectId: string
  readonly kind: BudgetKind
  readonly level: BudgetLevel
}

/** Records a crossing; the first one enqueues its mail, and so does one after a day without. Returns whether it did. */
export async function recordCrossing(
  transaction: Transaction,
  { projectId, kind, level }: Crossing,
): Promise<boolean> {
  const [row] = await transaction.query<{ isNew: boolean }>(sql`
    insert into budget_warning (project_id, kind, level)
    select id, ${kind}, ${level} from project where id = ${projectId} and deleted_at is null
    on conflict (project_id, kind, level) do update set last_at = now(), since = case
      when budget_warning.last_at < now() - interval '1 day' then now() else budget_warning.since end
    returning since = now() as "isNew"`)
  if (row?.isNew !== true) return false
  await addToOutbox(transaction, {
    topic: 'sendBudgetWarning',
    key: `${projectId}/${kind}/${level}`,
  })
  return true
}

/**
 * Forgets the crossings of stored amounts other than these, so that the next one is mailed again. Those of the last hour
 * stay: a project that creates and deletes rows around its limit must not mail at every turn.
 */
export async function dropStockCrossings(
  on: Queryable,
  { projectId, except }: { projectId: string; except: readonly string[] },
): Promise<void> {
  await on.query(sql`
    delete from budget_warning where project_id = ${projectId} and kind in ('rows', 'bytes')
      and since < now() - interval '1 hour' and kind || '/' || level <> all (${except}::text[])`)
}

/** The rates whose limits were reached within the last hour, with the highest level of each. */
export async function listRateCrossings(
  on: Queryable,
  projectId: string,
): Promise<{ kind: BudgetKind; level: BudgetLevel }[]> {
  return on.query<{ kind: BudgetKind; level: BudgetLevel }>(sql`
    select distinct on (kind) kind, level from budget_warning
    where project_id = ${projectId} and last_at > now() - interval '1 hour'
      and kind not in ('rows', 'bytes')
    order by kind, level`)
}

interface Recipients {
  readonly name: string
  readonly emails: readonly string[]
}

/** A project's name with the confirmed addresses of its owners and of the organisation's admins. */
export async function findRecipients(
  on: Queryable,
  projectId: string,
): Promise<Recipients | undefined> {
  const [row] = await on.query<{ name: string; emails: string[] }>(sql`
    select project.name, array(
      select email from staff
      where staff.organisation_id = project.organisation_id and disabled_at is null
        and pending is null and (is_admin or exists (select from membership
          where membership.project_id = project.id and membership.staff_id = staff.id
            and membership.role = 'owner'))
      order by email) as emails
    from project where project.id = ${projectId} and deleted_at is null`)
  return row
}

/** Whether a crossing is still on record. */
export async function isCrossed(
  on: Queryable,
  { projectId, kind, level }: Crossing,
): Promise<boolean> {
  const rows = await on.query(sql`
    select from budget_warning
    where project_id = ${projectId} and kind = ${kind} and level = ${level}`)
  return rows.length > 0
}
