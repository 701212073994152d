import { AppProviderSettings } from '@plinth/contract'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { raw, sql } from '../../foundation/platform/sql.ts'
import { readStored } from '../../foundation/platform/stored-json.ts'

export interface AuthTableId {
  readonly environmentId: string
  readonly tableId: string
}

export interface ProviderKey extends AuthTableId {
  readonly name: string
}

export interface StoredAppProvider extends ProviderKey {
  readonly label: string
  readonly settings: AppProviderSettings
  readonly sealedSecret: Buffer
  readonly revision: number
}

/** What binds the sealed secret to its row. */
export const appProviderBinding = ({ environmentId, tableId, name }: ProviderKey) => [
  'app-provider',
  environmentId,
  tableId,
  name,
]

type Row = Omit<StoredAppProvider, 'settings'> & { settings: string } & Record<string, unknown>

const COLUMNS =
  raw(`environment_id as "environmentId", table_id as "tableId", name, label, settings,
  client_secret as "sealedSecret", revision`)

const toProvider = ({ settings, ...row }: Row): StoredAppProvider => ({
  ...row,
  settings: readStored(AppProviderSettings, settings, 'provider of app users'),
})

/** The providers of environments, as their tables offer them. */
export async function selectAppProviders(
  on: Queryable,
  environmentIds: readonly string[],
): Promise<StoredAppProvider[]> {
  const rows = await on.query<Row>(sql`
    select ${COLUMNS} from app_provider where environment_id = any(${environmentIds})
    order by created_at, name`)
  return rows.map(toProvider)
}

export async function selectProvidersOf(
  on: Queryable,
  { environmentId, tableId }: AuthTableId,
): Promise<StoredAppProvider[]> {
  const all = await selectAppProviders(on, [environmentId])
  return all.filter((one) => one.tableId === tableId)
}

export async function findAppProvider(
  on: Queryable,
  { environmentId, tableId, name }: ProviderKey,
): Promise<StoredAppProvider | undefined> {
  const [row] = await on.query<Row>(sql`
    select ${COLUMNS} from app_provider
    where environment_id = ${environmentId} and table_id = ${tableId} and name = ${name}`)
  return row && toProvider(row)
}

/** The providers of a table; other saves in its environment wait until the transaction ends. */
export async function lockProvidersForUpdate(
  transaction: Transaction,
  key: AuthTableId,
): Promise<StoredAppProvider[]> {
  await transaction.query(
    sql`select from environment where id = ${key.environmentId} for no key update`,
  )
  return selectProvidersOf(transaction, key)
}

/** Returns the new revision. */
export async function putAppProvider(
  transaction: Transaction,
  put: Omit<StoredAppProvider, 'revision'>,
): Promise<number> {
  const [row] = await transaction.query<{ revision: number }>(sql`
    insert into app_provider (environment_id, table_id, name, label, settings, client_secret)
    values (${put.environmentId}, ${put.tableId}, ${put.name}, ${put.label},
      ${JSON.stringify(put.settings)}, ${put.sealedSecret})
    on conflict (environment_id, table_id, name) do update set label = excluded.label,
      settings = excluded.settings, client_secret = excluded.client_secret,
      revision = app_provider.revision + 1, updated_at = now()
    returning revision`)
  return row?.revision ?? 1
}

export async function dropAppProvider(
  transaction: Transaction,
  { environmentId, tableId, name }: ProviderKey,
): Promise<void> {
  await transaction.query(sql`
    delete from app_provider
    where environment_id = ${environmentId} and table_id = ${tableId} and name = ${name}`)
}
