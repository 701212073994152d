import { Configuration, saveConfiguration, syncDatabase } from '@plinth/contract'
import pg from 'pg'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import type { Person } from '../harness/fixtures.ts'
import { openPlatform } from '../harness/platform.ts'
import { product } from '../harness/product.ts'

interface Size {
  rows: number
  columns: number
}

/** Schema and connection of a project's dev database. */
async function findPlace(projectId: string) {
  const db = openPlatform(product().databaseUrl)
  const [location] = await db.query<{ database: string; schema: string }>(sql`
    select database, schema from placement join environment on environment.id = environment_id
    where project_id = ${projectId} and environment.name = 'dev'`)
  await db.close()
  return location
}

/** Fills a PostgreSQL table with one statement, bypassing the API. */
async function fill(projectId: string, names: readonly string[], rows: number) {
  const location = await findPlace(projectId)
  const url = new URL(product().databaseUrl)
  url.pathname = `/${location?.database}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  const values = names.map((name, at) => (at % 4 === 3 ? 'g' : `'${name} of ' || g`))
  const table = `"${location?.schema}".big`
  try {
    await client.query(
      `insert into ${table} (id, "createdOn", "updatedOn", ${names.join(', ')})
       select gen_random_uuid(), now() - g * interval '1 second', now(), ${values.join(', ')}
       from generate_series(1, ${rows}) g`,
    )
    await client.query(`vacuum analyze ${table}`)
  } finally {
    await client.end()
  }
}

/** Creates a table `big` with columns c0, c1, …, every fourth numeric; the first row is the newest. */
export async function giveBigTable(person: Person, projectId: string, { rows, columns }: Size) {
  const names = Array.from({ length: columns }, (_, at) => `c${at}`)
  const newConfiguration = Configuration.parse({
    database: 'postgres',
    tables: [
      {
        id: 't1',
        name: 'big',
        columns: names.map((name, at) => ({
          id: name,
          name,
          order: at,
          type: at % 4 === 3 ? 'number' : 'text',
        })),
      },
    ],
  })
  const params = { projectId }
  await person.client.call(saveConfiguration, { params, body: { newConfiguration } })
  await person.client.call(syncDatabase, { params, body: {} })
  await fill(projectId, names, rows)
}
