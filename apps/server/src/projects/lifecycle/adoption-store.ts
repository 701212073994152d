import type { Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'
import type { ConfigurationText } from '../configuration/configuration-text.ts'

/** Reads and locks the draft of an environment whose database has not been adopted yet. */
export async function lockUnadopted(
  transaction: Transaction,
  environmentId: string,
): Promise<{ draft: string; organisationId: string } | undefined> {
  const [row] = await transaction.query<{ draft: string; organisationId: string }>(sql`
    select configuration.new_configuration as draft, project.organisation_id as "organisationId"
    from configuration join placement on placement.environment_id = configuration.environment_id
      join environment on environment.id = configuration.environment_id
      join project on project.id = environment.project_id
    where configuration.environment_id = ${environmentId} and not placement.ready
    for update of configuration`)
  return row
}

/** Stores the adopted tables as applied configuration, and the merged draft as a new revision. */
export async function recordAdopted(
  transaction: Transaction,
  adopted: {
    projectId: string
    environmentId: string
    draft: ConfigurationText
    applied: ConfigurationText
  },
): Promise<void> {
  const { environmentId, draft, applied, projectId } = adopted
  const [row] = await transaction.query<{ revision: number }>(sql`
    update configuration set old_configuration = ${applied.text}, old_digest = ${applied.digest},
      revision = revision + (new_configuration <> ${draft.text})::int,
      new_configuration = ${draft.text}, updated_at = now()
    where environment_id = ${environmentId} returning revision`)
  await transaction.query(sql`
    insert into configuration_revision (environment_id, revision, configuration)
    values (${environmentId}, ${row?.revision ?? 1}, ${draft.text}) on conflict do nothing`)
  await transaction.query(sql`
    update project set table_count = ${draft.tableCount}, in_sync = (
      select count(distinct old_digest) = 1 from configuration join environment
      on environment.id = environment_id where environment.project_id = ${projectId})
    where id = ${projectId}`)
}
