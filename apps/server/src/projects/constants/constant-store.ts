import type { EnvironmentName } from '@plinth/contract'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

/** A plain value or a sealed one. */
export type StoredValue = { value: string; sealed: null } | { value: null; sealed: Buffer }

export type StoredConstant = StoredValue & {
  id: string
  key: string
  environmentId: string
  environment: EnvironmentName
  revision: number
}

type ConstantRow = StoredConstant & Record<string, unknown>

const columns = sql`constant.id, constant.key, constant.value, constant.sealed,
  constant.environment_id as "environmentId", environment.name as environment, constant.revision`

export async function selectConstants(on: Queryable, projectId: string): Promise<StoredConstant[]> {
  return on.query<ConstantRow>(sql`
    select ${columns} from constant join environment on environment.id = constant.environment_id
    where environment.project_id = ${projectId} order by environment.name, constant.key`)
}

interface Named {
  projectId: string
  constantId: string
}

export async function findConstant(
  on: Queryable,
  { projectId, constantId }: Named,
): Promise<StoredConstant | undefined> {
  const [row] = await on.query<ConstantRow>(sql`
    select ${columns} from constant join environment on environment.id = constant.environment_id
    where constant.id = ${constantId} and environment.project_id = ${projectId}`)
  return row
}

/** Reads the constant FOR UPDATE. */
export async function lockConstantForUpdate(
  transaction: Transaction,
  { projectId, constantId }: Named,
): Promise<StoredConstant | undefined> {
  const [row] = await transaction.query<ConstantRow>(sql`
    select ${columns} from constant join environment on environment.id = constant.environment_id
    where constant.id = ${constantId} and environment.project_id = ${projectId}
    for update of constant`)
  return row
}

export type SavedConstant = StoredValue & { id: string; key: string; environmentId: string }

/** False if the environment has a constant with this key. */
export async function addConstant(
  transaction: Transaction,
  { id, key, environmentId, value, sealed }: SavedConstant,
): Promise<boolean> {
  const rows = await transaction.query(sql`
    insert into constant (id, environment_id, key, value, sealed)
    values (${id}, ${environmentId}, ${key}, ${value}, ${sealed})
    on conflict (environment_id, key) do nothing returning id`)
  return rows.length > 0
}

const UNIQUE_VIOLATION = '23505'

/** False if the environment has another constant with this key. */
export async function saveConstant(
  transaction: Transaction,
  { id, key, environmentId, value, sealed }: SavedConstant,
): Promise<boolean> {
  try {
    await transaction.query(sql`
      update constant set key = ${key}, environment_id = ${environmentId}, value = ${value},
        sealed = ${sealed}, revision = revision + 1, updated_at = now()
      where id = ${id}`)
    return true
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return false
    throw error
  }
}

export async function dropConstant(transaction: Transaction, id: string): Promise<void> {
  await transaction.query(sql`delete from constant where id = ${id}`)
}

/** The constants that a workflow may read: all but the secrets. */
export async function listPlainConstants(
  on: Queryable,
  environmentId: string,
): Promise<{ key: string; value: string }[]> {
  return on.query<{ key: string; value: string }>(
    sql`select key, value from constant where environment_id = ${environmentId} and value is not null`,
  )
}
