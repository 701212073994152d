import { DEFAULT_GROUP_CLAIM, type SsoGroupRule, type SsoGroups } from '@plinth/contract'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

/** The claim that an admin has set, or its default. */
export async function findGroupClaim(on: Queryable): Promise<string> {
  const [row] = await on.query<{ claim: string }>(sql`
    select claim from sso_group_policy order by organisation_id limit 1`)
  return row?.claim ?? DEFAULT_GROUP_CLAIM
}

export type GroupPolicy = Pick<SsoGroups, 'claim' | 'rules' | 'revision'>

export async function readGroupPolicy(on: Queryable, organisationId: string): Promise<GroupPolicy> {
  const [policy] = await on.query<{ claim: string; revision: number }>(sql`
    select claim, revision from sso_group_policy where organisation_id = ${organisationId}`)
  const rules = await on.query<SsoGroups['rules'][number]>(sql`
    select group_name as "group", project_id as "projectId", role, project.name as "projectName"
    from sso_group_rule join project on project.id = sso_group_rule.project_id
    where sso_group_rule.organisation_id = ${organisationId}
    order by group_name, project.name_key, project.id`)
  return { claim: DEFAULT_GROUP_CLAIM, revision: 0, ...policy, rules }
}

/** Makes changes of the policy wait for each other, the first one too. */
export async function lockGroupPolicy(
  transaction: Transaction,
  organisationId: string,
): Promise<void> {
  await transaction.query(sql`
    insert into sso_group_policy (organisation_id, claim, revision)
    values (${organisationId}, ${DEFAULT_GROUP_CLAIM}, 0) on conflict do nothing`)
  await transaction.query(sql`
    select 1 from sso_group_policy where organisation_id = ${organisationId} for update`)
}

/** The projects of these that the organisation does not have. */
export async function selectUnknownProjects(
  on: Queryable,
  { organisationId, projectIds }: { organisationId: string; projectIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await on.query<{ id: string }>(sql`
    select asked.id from unnest(${projectIds}::text[]) as asked (id) where not exists (
      select 1 from project where project.id = asked.id and organisation_id = ${organisationId})`)
  return new Set(rows.map(({ id }) => id))
}

export async function saveGroupPolicy(
  transaction: Transaction,
  policy: { organisationId: string; claim: string; rules: readonly SsoGroupRule[] },
): Promise<void> {
  const { organisationId, claim, rules } = policy
  await transaction.query(sql`
    update sso_group_policy set claim = ${claim}, revision = revision + 1, updated_at = now()
    where organisation_id = ${organisationId}`)
  await transaction.query(sql`delete from sso_group_rule where organisation_id = ${organisationId}`)
  await transaction.query(sql`
    insert into sso_group_rule (organisation_id, group_name, project_id, role)
    select ${organisationId}, rule.* from unnest(${rules.map(({ group }) => group)}::text[],
      ${rules.map(({ projectId }) => projectId)}::text[],
      ${rules.map(({ role }) => role)}::text[]) as rule`)
}
