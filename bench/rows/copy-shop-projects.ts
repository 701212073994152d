import { randomBytes } from 'node:crypto'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import {
  APP_TOKEN_PREFIX,
  hashToken,
} from '../../apps/server/src/foundation/http/access/authenticate.ts'
import { newId } from '../../apps/server/src/foundation/platform/new-id.ts'
import { embeddedDatabaseUrl } from '../../faults/stack/stack.ts'
import type { ShopProject } from './shop-project.ts'

interface Copying {
  readonly dataDir: string
  readonly project: ShopProject
  readonly count: number
}

interface Home {
  readonly engine: 'postgres' | 'sqlite3'
  readonly environmentId: string
  readonly database: string
  readonly schema: string
}

interface Copy extends Home {
  readonly projectId: string
  readonly token: string
}

/**
 * Copies a project with its rows directly in the database, because creating one through the API takes half a
 * second.
 */
export async function copyShopProjects({
  dataDir,
  project,
  count,
}: Copying): Promise<ShopProject[]> {
  const platform = await connectTo(dataDir)
  const home = await findOwningColumn(platform, project.projectId)
  const copies = Array.from({ length: count }, () => copyOf(home))
  if (home.engine === 'postgres') await copySchemas({ dataDir, home, copies })
  else copyFiles({ dataDir, home, copies })
  await record({ platform, home, copies })
  await platform.end()
  return copies.map(({ projectId, token }) => ({ projectId, token, ids: project.ids }))
}

async function connectTo(dataDir: string, database?: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: embeddedDatabaseUrl(dataDir, database) })
  await client.connect()
  return client
}

async function findOwningColumn(platform: pg.Client, projectId: string): Promise<Home> {
  const result = await platform.query<Home>(
    `select engine, environment.id as "environmentId", database, schema from placement
     join environment on environment.id = environment_id where project_id = $1 and name = 'dev'`,
    [projectId],
  )
  const [home] = result.rows
  if (!home) throw new Error('the project has no placement')
  return home
}

function copyOf(home: Home): Copy {
  const environmentId = newId('env')
  const isFile = home.engine === 'sqlite3'
  const database = isFile ? `${environmentId}.db` : home.database
  const schema = isFile ? home.schema : `e_${randomBytes(10).toString('hex')}`
  const token = APP_TOKEN_PREFIX + randomBytes(32).toString('base64url')
  return { engine: home.engine, environmentId, database, schema, projectId: newId('prj'), token }
}

interface Places {
  readonly dataDir: string
  readonly home: Home
  readonly copies: readonly Copy[]
}

/** Number of schemas copied concurrently. */
const COPIERS = 2

async function copySchemas({ dataDir, home, copies }: Places): Promise<void> {
  const waiting = [...copies]
  const copyOthers = async () => {
    const client = await connectTo(dataDir, home.database)
    await client.query('set synchronous_commit = off')
    for (let copy = waiting.pop(); copy; copy = waiting.pop())
      await copySchema(client, { home, copy })
    await client.end()
  }
  await Promise.all(Array.from({ length: COPIERS }, copyOthers))
  const client = await connectTo(dataDir, home.database)
  // Otherwise autovacuum would run during a sample.
  await client.query('vacuum analyze')
  await client.end()
}

async function copySchema(client: pg.Client, { home, copy }: { home: Home; copy: Copy }) {
  const { schema, environmentId } = copy
  const result = await client.query<{ name: string }>(
    'select tablename as name from pg_tables where schemaname = $1',
    [home.schema],
  )
  const tables = result.rows.map(
    ({
      name,
    }) => `create table "${schema}"."${name}" (like "${home.schema}"."${name}" including all);
      insert into "${schema}"."${name}" overriding system value select * from "${home.schema}"."${name}";`,
  )
  await client.query(`create schema "${schema}"; ${tables.join('')}
    update "${schema}"._plinth_meta set value = '${environmentId}' where key = 'environment'`)
}

function copyFiles({ dataDir, home, copies }: Places): void {
  const folder = join(dataDir, 'projects')
  const whole = join(folder, 'whole.db')
  const original = new DatabaseSync(join(folder, home.database))
  original.prepare('vacuum into ?').run(whole)
  original.close()
  for (const { database, environmentId } of copies) {
    const path = join(folder, database)
    copyFileSync(whole, path)
    const file = new DatabaseSync(path)
    file.exec('pragma journal_mode = WAL')
    file.prepare(`update _plinth_meta set value = ? where key = 'environment'`).run(environmentId)
    file.close()
  }
  rmSync(whole)
}

interface Recording {
  readonly platform: pg.Client
  readonly home: Home
  readonly copies: readonly Copy[]
}

/** Adds the platform records of the copies. */
async function record({ platform, home, copies }: Recording): Promise<void> {
  const all = (of: (copy: Copy) => unknown) => copies.map(of)
  const projects = all(({ projectId }) => projectId)
  const environments = all(({ environmentId }) => environmentId)
  await platform.query(
    `insert into project (id, organisation_id, name, region, state, in_sync, table_count)
     select copy, organisation_id, copy, region, state, in_sync, table_count from project, unnest($2::text[]) as copy
     where id = (select project_id from environment where id = $1)`,
    [home.environmentId, projects],
  )
  await platform.query(
    `insert into environment (id, project_id, name)
     select environment, project, 'dev' from unnest($1::text[], $2::text[]) as copy (environment, project)`,
    [environments, projects],
  )
  await platform.query(
    `insert into placement (environment_id, engine, server, database, schema, ready, provisioned)
     select copy.environment, engine, server, copy.database, copy.schema, ready, provisioned
     from placement, unnest($2::text[], $3::text[], $4::text[]) as copy (environment, database, schema)
     where environment_id = $1`,
    [home.environmentId, environments, all((copy) => copy.database), all((copy) => copy.schema)],
  )
  await platform.query(
    `insert into configuration (environment_id, version, database, new_configuration, old_configuration, old_digest)
     select copy, version, database, new_configuration, old_configuration, old_digest
     from configuration, unnest($2::text[]) as copy where environment_id = $1`,
    [home.environmentId, environments],
  )
  await platform.query(
    `insert into app_session (token_hash, environment_id, table_id, user_id, expires_at)
     select copy.token, copy.environment, table_id, user_id, expires_at
     from app_session, unnest($2::text[], $3::bytea[]) as copy (environment, token) where environment_id = $1`,
    [home.environmentId, environments, all(({ token }) => hashToken(token))],
  )
  await platform.query('vacuum analyze')
}
