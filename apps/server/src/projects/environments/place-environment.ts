import { randomBytes } from 'node:crypto'
import type { Database, EnvironmentName } from '@plinth/contract'
import type { Placement } from '../../databases/engine/database-engine.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import type { Vault } from '../../foundation/secrets/vault.ts'
import type { Env } from '../../foundation/settings/env.ts'
import { findNewestDataDatabase } from './environment-store.ts'

/** PostgreSQL caches metadata of each schema per connection, so the number of schemas is limited. */
const SCHEMAS_PER_DATABASE = 500

export interface PlaceRequest {
  engine: Database
  region: string
  organisationId: string
  environment: EnvironmentName
}

async function placeOnPostgres(
  transaction: Transaction,
  env: Env,
  request: PlaceRequest,
): Promise<Placement> {
  const server = env.dataDatabases.has(request.region) ? request.region : 'default'
  // The catalogue of a database shows the names of all its schemas, so organisations do not share databases.
  const prefix = `plinth_${request.organisationId.slice(4)}_`
  const newest = await findNewestDataDatabase(transaction, { server, prefix })
  const number = newest ? Number(newest.database.slice(prefix.length)) : 1
  const full = newest !== undefined && newest.schemas >= SCHEMAS_PER_DATABASE
  return {
    environmentId: newId('env'),
    engine: 'postgres',
    server,
    database: `${prefix}${String(full ? number + 1 : number).padStart(5, '0')}`,
    schema: `e_${randomBytes(10).toString('hex')}`,
    connection: null,
  }
}

/** Chooses the server and database of a new environment. */
export async function placeEnvironment(
  transaction: Transaction,
  { env, request }: { env: Env; request: PlaceRequest },
): Promise<Placement> {
  if (request.engine === 'postgres') return placeOnPostgres(transaction, env, request)
  const environmentId = newId('env')
  return {
    environmentId,
    engine: 'sqlite3',
    server: 'local',
    database: `${environmentId}.db`,
    schema: 'main',
    connection: null,
  }
}

/** The placement of a cloned project's dev environment: the database at the given address. */
export function placeOnExternal(vault: Vault, connectionUrl: string): Placement {
  const environmentId = newId('env')
  return {
    environmentId,
    engine: 'postgres',
    server: 'external',
    database: '',
    schema: 'public',
    connection: vault.seal(connectionUrl, ['placement', environmentId]),
  }
}
