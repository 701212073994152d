import { BudgetChoices, type SavedBudget } from '@plinth/contract'
import * as z from 'zod'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'
import { readStored } from '../../foundation/platform/stored-json.ts'

/** Whose budgets: a project's own, or the organisation's defaults if there is no project. */
export interface BudgetOwner {
  readonly organisationId: string
  readonly projectId: string | null
}

const NONE = BudgetChoices.parse({})

const toSaved = (row: { limits: string; revision: number } | undefined): SavedBudget =>
  row
    ? { choices: readStored(BudgetChoices, row.limits, 'budget'), revision: row.revision }
    : { choices: NONE, revision: 0 }

/** The saved budgets; all kinds are null if none were saved. */
export async function findBudget(
  on: Queryable,
  { organisationId, projectId }: BudgetOwner,
): Promise<SavedBudget> {
  const [row] = await on.query<{ limits: string; revision: number }>(sql`
    select limits, revision from budget
    where organisation_id = ${organisationId} and project_id is not distinct from ${projectId}::text`)
  return toSaved(row)
}

/** The saved budgets, locked until the transaction ends; also serialises the first save. */
export async function lockBudgetForUpdate(
  transaction: Transaction,
  { organisationId, projectId }: BudgetOwner,
): Promise<SavedBudget> {
  await transaction.query(sql`
    select from organisation where id = ${organisationId} for no key update`)
  return findBudget(transaction, { organisationId, projectId })
}

/** Saves the budgets and forgets the warnings about those that they replace; the database notifies every process. */
export async function putBudget(
  transaction: Transaction,
  { organisationId, projectId, choices, revision }: BudgetOwner & SavedBudget,
): Promise<void> {
  await transaction.query(sql`
    insert into budget (organisation_id, project_id, limits, revision)
    values (${organisationId}, ${projectId}, ${JSON.stringify(choices)}, ${revision})
    on conflict (organisation_id, project_id) do update
      set limits = excluded.limits, revision = excluded.revision`)
  await transaction.query(sql`
    delete from budget_warning using project
    where project.id = budget_warning.project_id and project.organisation_id = ${organisationId}
      and (${projectId}::text is null or project.id = ${projectId})`)
}

/** The organisation of a project; undefined if it does not exist or was deleted. */
export async function findOrganisationId(
  on: Queryable,
  projectId: string,
): Promise<string | undefined> {
  const [row] = await on.query<{ organisationId: string }>(sql`
    select organisation_id as "organisationId" from project
    where id = ${projectId} and deleted_at is null`)
  return row?.organisationId
}

const Lists = z.object({
  /** Projects of organisations that have defaults, or that have budgets of their own. */
  projects: z.array(
    z.object({ id: z.string(), defaults: z.string().nullable(), own: z.string().nullable() }),
  ),
})

export interface LoadedBudgets {
  readonly version: string
  readonly projects: readonly {
    readonly id: string
    readonly defaults: BudgetChoices
    readonly own: BudgetChoices
  }[]
}

/** All budgets, unless they have the version that the caller knows. */
export async function loadBudgets(
  on: Queryable,
  known: string,
): Promise<LoadedBudgets | undefined> {
  const [row] = await on.query<{ version: string; lists: string }>(sql`
    select version::text, json_build_object('projects', coalesce((
      select json_agg(json_build_object('id', project.id, 'defaults', defaults.limits, 'own', own.limits))
      from project
        left join budget as defaults
          on defaults.organisation_id = project.organisation_id and defaults.project_id is null
        left join budget as own on own.project_id = project.id
      where project.deleted_at is null and (defaults.limits is not null or own.limits is not null)
    ), '[]'::json))::text as lists
    from budget_version where version::text <> ${known}`)
  if (!row) return undefined
  const { projects } = readStored(Lists, row.lists, 'list of budgets')
  const parsed = new Map<string, BudgetChoices>()
  const read = (text: string | null) => {
    if (text === null) return NONE
    const choices = parsed.get(text) ?? readStored(BudgetChoices, text, 'budget')
    parsed.set(text, choices)
    return choices
  }
  return {
    version: row.version,
    projects: projects.map(({ id, defaults, own }) => ({
      id,
      defaults: read(defaults),
      own: read(own),
    })),
  }
}
