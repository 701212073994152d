import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Configuration } from '@plinth/contract'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { inject } from 'vitest'
import { withPlatform } from '../../app/testing/people.ts'
import { quoteName } from '../../databases/sql/quote-name.ts'
import { toConfigurationText } from '../../projects/configuration/configuration-text.ts'

interface Planted {
  projectId: string
  table: string
  query: string
  /** Run in the environment's database, with its schema as the search path. */
  statements?: readonly string[]
}

interface Row {
  environment_id: string
  engine: 'sqlite3' | 'postgres'
  database: string
  schema: string
  new_configuration: string
  old_configuration: string
}

type Run = (text: string, values?: readonly string[]) => Promise<readonly unknown[]>

/** Runs statements directly in the database of dev, bypassing all checks. */
export async function insideDev<T>(projectId: string, use: (run: Run) => Promise<T>): Promise<T> {
  const { engine, database, schema } = await findDev(projectId)
  if (engine === 'sqlite3') {
    const file = new Sqlite(join(inject('server').dataDir, 'projects', database), {
      timeout: 5_000,
    })
    const run: Run = async (text, values = []) => {
      const statement = file.prepare(text.replaceAll(/\$\d/g, '?'))
      return statement.reader ? statement.all(...values) : [statement.run(...values)]
    }
    return use(run).finally(() => file.close())
  }
  const address = new URL(inject('server').databaseUrl)
  address.pathname = `/${database}`
  const client = new pg.Client({ connectionString: address.href })
  await client.connect()
  await client.query(`set search_path to ${quoteName(schema)}`)
  const run: Run = async (text, values = []) => (await client.query(text, [...values])).rows
  return use(run).finally(() => client.end())
}

async function findDev(projectId: string): Promise<Row> {
  const found = await withPlatform((client) =>
    client.query<Row>(
      `select placement.*, new_configuration, old_configuration from environment
         join placement on placement.environment_id = environment.id
         join configuration on configuration.environment_id = environment.id
       where project_id = $1 and name = 'dev'`,
      [projectId],
    ),
  )
  const [row] = found.rows
  if (!row) throw new Error('no such project')
  return row
}

/** Applies a query to a Computed table of dev without the check, as an earlier version did. */
export async function plantQuery({ projectId, table, query, statements = [] }: Planted) {
  const row = await findDev(projectId)
  const withQuery = (text: string) => {
    const configuration = Configuration.parse(JSON.parse(text))
    for (const each of configuration.tables) if (each.name === table) each.query = query
    return configuration
  }
  const applied = withQuery(row.old_configuration)
  const definition = applied.tables.find(({ name }) => name === table)
  await insideDev(projectId, async (run) => {
    for (const statement of statements) await run(statement)
    await run(`update _plinth_catalogue set definition = $1 where kind = 'table' and name = $2`, [
      JSON.stringify(definition),
      table,
    ])
    await run(`update _plinth_meta set value = $1 where key = 'release'`, [randomUUID()])
  })
  const [draft, done] = [
    toConfigurationText(withQuery(row.new_configuration)),
    toConfigurationText(applied),
  ]
  await withPlatform((client) =>
    client.query(
      `update configuration set new_configuration = $2, old_configuration = $3, old_digest = $4
       where environment_id = $1`,
      [row.environment_id, draft.text, done.text, done.digest],
    ),
  )
}
