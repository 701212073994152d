import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'
import type { StoredCredential } from './credential-store.ts'
import type { SealedSecret } from './seal-secrets.ts'

export async function stageCredential(
  transaction: Transaction,
  staged: {
    releaseId: string
    id: string
    dev: StoredCredential
    secrets: readonly SealedSecret[]
  },
): Promise<void> {
  const { releaseId, id, dev } = staged
  await transaction.query(sql`
    insert into staged_credential (release_id, id, name, type, data)
    values (${releaseId}, ${id}, ${dev.name}, ${dev.type}, ${JSON.stringify(dev.data)})`)
  for (const { field, sealed } of staged.secrets) {
    await transaction.query(sql`
      insert into staged_secret (release_id, credential_id, field, sealed)
      values (${releaseId}, ${id}, ${field}, ${sealed})`)
  }
}

export interface StagedCredential extends Record<string, unknown> {
  id: string
  name: string
}

/**
 * Staged credentials that can still be promoted: skips those whose name or id now belongs to another
 * credential.
 */
export async function listPromotable(
  on: Queryable,
  { releaseId, environmentId }: { releaseId: string; environmentId: string },
): Promise<StagedCredential[]> {
  return on.query<StagedCredential>(sql`
    select staged.id, staged.name from staged_credential as staged where staged.release_id = ${releaseId}
      and not exists (select from credential where credential.environment_id = ${environmentId}
        and (credential.name = staged.name) <> (credential.id = staged.id))
    order by staged.name`)
}

export async function promoteCredential(
  transaction: Transaction,
  { releaseId, environmentId, id }: { releaseId: string; environmentId: string; id: string },
): Promise<void> {
  await transaction.query(sql`
    insert into credential (id, environment_id, name, type, data)
    select id, ${environmentId}, name, type, data from staged_credential
    where release_id = ${releaseId} and id = ${id}
    on conflict (id) do update set type = excluded.type, data = excluded.data,
      revision = credential.revision + 1, updated_at = now()`)
  await transaction.query(sql`delete from credential_secret where credential_id = ${id}`)
  await transaction.query(sql`
    insert into credential_secret (credential_id, field, sealed)
    select credential_id, field, sealed from staged_secret
    where release_id = ${releaseId} and credential_id = ${id}`)
}

export async function forgetStagedCredentials(
  transaction: Transaction,
  releaseId: string,
): Promise<void> {
  await transaction.query(sql`delete from staged_credential where release_id = ${releaseId}`)
}
