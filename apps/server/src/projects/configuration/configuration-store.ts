import type { EnvironmentName } from '@plinth/contract'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'
import type { ConfigurationText } from './configuration-text.ts'

export interface StoredConfiguration {
  environmentId: string
  newText: string
  oldText: string
  revision: number
}

export async function addConfiguration(
  transaction: Transaction,
  added: {
    environmentId: string
    draft: ConfigurationText
    applied: ConfigurationText
    staffId: string
  },
): Promise<void> {
  const { environmentId, draft, applied } = added
  await transaction.query(sql`
    insert into configuration (environment_id, version, database, new_configuration, old_configuration, old_digest)
    values (${environmentId}, ${draft.version}, ${draft.database}, ${draft.text}, ${applied.text}, ${applied.digest})`)
  await addRevision(transaction, { ...added, text: draft.text, revision: 1 })
}

async function addRevision(
  transaction: Transaction,
  added: { environmentId: string; text: string; staffId: string; revision: number },
): Promise<void> {
  await transaction.query(sql`
    insert into configuration_revision (environment_id, revision, configuration, staff_id)
    values (${added.environmentId}, ${added.revision}, ${added.text}, ${added.staffId})`)
}

export async function findConfiguration(
  on: Queryable,
  { projectId, environment }: { projectId: string; environment: EnvironmentName },
): Promise<StoredConfiguration | undefined> {
  const [row] = await on.query<{
    environment_id: string
    new_configuration: string
    old_configuration: string
    revision: number
  }>(sql`
    select environment_id, new_configuration, old_configuration, revision
    from configuration join environment on environment.id = configuration.environment_id
    where environment.project_id = ${projectId} and environment.name = ${environment}`)
  return (
    row && {
      environmentId: row.environment_id,
      newText: row.new_configuration,
      oldText: row.old_configuration,
      revision: row.revision,
    }
  )
}

/** Saves a draft based on a revision and returns the new one; undefined if that revision is outdated. */
export async function saveDraft(
  transaction: Transaction,
  saved: {
    environmentId: string
    draft: ConfigurationText
    staffId: string
    basedOn: number | undefined
  },
): Promise<number | undefined> {
  const { environmentId, draft, basedOn } = saved
  const [row] = await transaction.query<{ revision: number }>(sql`
    update configuration set new_configuration = ${draft.text}, version = ${draft.version},
      database = ${draft.database}, revision = revision + 1, updated_at = now()
    where environment_id = ${environmentId} and (${basedOn ?? null}::int is null or revision = ${basedOn ?? null})
    returning revision`)
  if (!row) return undefined
  await addRevision(transaction, { ...saved, text: draft.text, revision: row.revision })
  return row.revision
}
