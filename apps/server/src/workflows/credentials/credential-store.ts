import type { CredentialType, EnvironmentName } from '@plinth/contract'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'
import { readStoredObject } from '../../foundation/platform/stored-json.ts'
import type { SealedSecret } from './seal-secrets.ts'
import type { CredentialData } from './secret-fields.ts'

export interface StoredCredential {
  id: string
  name: string
  type: CredentialType
  /** Secrets are replaced by their fingerprints. */
  data: CredentialData
  environmentId: string
  environment: EnvironmentName
  revision: number
  createdAt: Date
}

interface CredentialRow extends Record<string, unknown> {
  id: string
  name: string
  type: CredentialType
  data: string
  environmentId: string
  environment: EnvironmentName
  revision: number
  createdAt: Date
}

const columns = sql`credential.id, credential.name, credential.type, credential.data,
  credential.environment_id as "environmentId", environment.name as environment,
  credential.revision, credential.created_at as "createdAt"`

function toStored(row: CredentialRow): StoredCredential {
  return { ...row, data: readStoredObject(row.data, 'credential') }
}

export async function selectCredentials(
  on: Queryable,
  projectId: string,
): Promise<StoredCredential[]> {
  const rows = await on.query<CredentialRow>(sql`
    select ${columns} from credential join environment on environment.id = credential.environment_id
    where environment.project_id = ${projectId}
    order by credential.created_at desc, credential.id desc`)
  return rows.map(toStored)
}

export async function listCredentialIds(
  on: Queryable,
  environmentId: string,
): Promise<Set<string>> {
  const rows = await on.query<{ id: string }>(
    sql`select id from credential where environment_id = ${environmentId}`,
  )
  return new Set(rows.map((row) => row.id))
}

type SealedRow = CredentialRow & { field: string | null; sealed: Buffer | null }

/** Reads a credential and its sealed secrets in one statement. */
export async function findSealed(
  on: Queryable,
  key: { projectId: string; environmentId: string; credentialId: string },
): Promise<{ stored: StoredCredential; sealed: Map<string, Buffer> } | undefined> {
  const rows = await on.query<SealedRow>(sql`
    select ${columns}, credential_secret.field, credential_secret.sealed
    from credential join environment on environment.id = credential.environment_id
      left join credential_secret on credential_secret.credential_id = credential.id
    where credential.id = ${key.credentialId} and environment.id = ${key.environmentId}
      and environment.project_id = ${key.projectId}`)
  const [first] = rows
  if (!first) return undefined
  const secrets = rows.flatMap(({ field, sealed }) => (field && sealed ? [{ field, sealed }] : []))
  const { id, name, type, data, environmentId, environment, revision, createdAt } = first
  return {
    stored: toStored({ id, name, type, data, environmentId, environment, revision, createdAt }),
    sealed: new Map(secrets.map((one) => [one.field, one.sealed])),
  }
}

/** Reads the credential FOR UPDATE. */
export async function lockCredential(
  transaction: Transaction,
  { projectId, credentialId }: { projectId: string; credentialId: string },
): Promise<StoredCredential | undefined> {
  const [row] = await transaction.query<CredentialRow>(sql`
    select ${columns} from credential join environment on environment.id = credential.environment_id
    where credential.id = ${credentialId} and environment.project_id = ${projectId}
    for update of credential`)
  return row && toStored(row)
}

export interface SavedCredential {
  id: string
  environmentId: string
  name: string
  type: CredentialType
  data: CredentialData
}

/** Returns false if the environment already has a credential of that name. */
export async function addCredential(
  transaction: Transaction,
  { id, environmentId, name, type, data }: SavedCredential,
): Promise<boolean> {
  const rows = await transaction.query(sql`
    insert into credential (id, environment_id, name, type, data)
    values (${id}, ${environmentId}, ${name}, ${type}, ${JSON.stringify(data)})
    on conflict (environment_id, name) do nothing returning id`)
  return rows.length > 0
}

const UNIQUE_VIOLATION = '23505'

/** Returns false if the environment already has another credential of that name. */
export async function saveCredential(
  transaction: Transaction,
  { id, name, type, data }: Omit<SavedCredential, 'environmentId'>,
): Promise<boolean> {
  try {
    await transaction.query(sql`
      update credential set name = ${name}, type = ${type}, data = ${JSON.stringify(data)},
        revision = revision + 1, updated_at = now()
      where id = ${id}`)
    return true
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return false
    throw error
  }
}

/** Stores new secrets and deletes all others except those listed in `kept`. */
export async function saveSecrets(
  transaction: Transaction,
  { id, secrets, kept }: { id: string; secrets: readonly SealedSecret[]; kept: readonly string[] },
): Promise<void> {
  await transaction.query(sql`
    delete from credential_secret where credential_id = ${id} and field <> all(${kept}::text[])`)
  for (const { field, sealed } of secrets) {
    await transaction.query(sql`
      insert into credential_secret (credential_id, field, sealed) values (${id}, ${field}, ${sealed})`)
  }
}

export async function dropCredential(transaction: Transaction, id: string): Promise<void> {
  await transaction.query(sql`delete from credential where id = ${id}`)
}
