import { join } from 'node:path'
import {
  type Database,
  listRows,
  saveConfiguration,
  syncDatabase,
  type WorkflowNode,
} from '@plinth/contract'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { inject } from 'vitest'
import { withPlatform } from '../../../app/testing/people.ts'
import { runnable } from '../../../app/testing/runnable.ts'
import { testPlace } from './test-place.ts'

const rules = { list: '', view: '', create: '', update: '', delete: '' }
const TABLES = [
  {
    id: 'orders',
    name: 'order',
    type: 'Base',
    rules,
    live: true,
    columns: [{ id: 'o_name', name: 'name', type: 'text', options: { isUnique: true } }],
  },
  {
    id: 'pictures',
    name: 'picture',
    type: 'Base',
    rules,
    columns: [{ id: 'p_file', name: 'file', type: 'file', options: {} }],
  },
  {
    id: 'people',
    name: 'people',
    type: 'Auth',
    rules,
    columns: [
      { id: 'e', name: 'email', type: 'email', options: { isUnique: true, isRequired: true } },
      { id: 'p', name: 'password', type: 'text', options: { isHashed: true, isRequired: true } },
      { id: 'v', name: 'verified', type: 'checkbox', options: {} },
    ],
  },
]

/** A node that acts on rows of orders. */
export const rows = (id: string, parameters: object): WorkflowNode =>
  runnable(id, 'database', { parameters: { table: 'order', ...parameters } as never })
export const create = (name: string): WorkflowNode =>
  rows('make', { action: 'create', row: JSON.stringify({ name }) })
export const list = rows('list', { action: 'list', sort: 'name' })

interface Placed {
  id: string
  database: string
  schema: string
}

const placementOf = (projectId: string) =>
  withPlatform(async (client) => {
    const { rows: found } = await client.query<Placed>(
      `select environment_id as id, database, schema from placement
       join environment on environment.id = environment_id
       where project_id = $1 and name = 'dev'`,
      [projectId],
    )
    const [placed] = found
    if (!placed) throw new Error('the project has no placement')
    return placed
  })

function dumpSqlite({ database }: Placed): string {
  const file = new Sqlite(join(inject('server').dataDir, 'projects', database), { readonly: true })
  const names = file.prepare(`select name from sqlite_master where type = 'table'`).pluck().all()
  const texts = names.map((name) =>
    JSON.stringify([name, file.prepare(`select * from "${name}"`).all()]),
  )
  file.close()
  return texts.join('\n')
}

/** Its own schema, and its part of the tables that environments share. */
async function dumpPostgres({ id, database, schema }: Placed): Promise<string> {
  const url = new URL(inject('server').databaseUrl)
  url.pathname = `/${database}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  const { rows: tables } = await client.query(
    `select table_schema as "in", table_name as name from information_schema.tables
     where table_schema in ($1, '_plinth') and table_type = 'BASE TABLE'`,
    [schema],
  )
  const texts: string[] = []
  for (const table of tables) {
    const { rows: found } = await client.query(
      `select t::text as row from "${table.in}"."${table.name}" t`,
    )
    const own = found.filter(({ row }) => table.in === schema || String(row).includes(id))
    texts.push(JSON.stringify([table, own]))
  }
  await client.end()
  return texts.join('\n')
}

/** Fixture: a project with tables whose workflows are tested. */
export async function testShop(database: Database) {
  const place = await testPlace()
  const params = { projectId: place.projectId }
  const newConfiguration = { version: 'v1', database, tables: TABLES } as never
  await place.client.call(saveConfiguration, { params, body: { newConfiguration } })
  await place.client.call(syncDatabase, { params, body: {} })
  const names = async () => {
    const query = { $projectId: place.projectId, $environment: 'dev' } as never
    const { data } = await place.client.call(listRows, { params: { table: 'order' }, query })
    return data.map((row) => row.name)
  }
  const placed = await placementOf(place.projectId)
  /** Everything in the environment's own database as text. */
  const dump = async () => (database === 'sqlite3' ? dumpSqlite(placed) : dumpPostgres(placed))
  return { ...place, names, dump }
}
