import pg from 'pg'
import { eventually } from '../../../app/testing/eventually.ts'
import { withPlatform } from '../../../app/testing/people.ts'
import { testServer } from '../../../app/testing/test-server.ts'

/** Connects to the dev environment's own database on PostgreSQL. */
export async function connectToData(projectId: string) {
  const placed = await withPlatform(async (client) => {
    const { rows } = await client.query(
      `select placement.database, schema from placement join environment on environment.id = environment_id
       where project_id = $1 and environment.name = 'dev'`,
      [projectId],
    )
    return rows[0] as { database: string; schema: string }
  })
  const url = new URL(testServer().databaseUrl)
  url.pathname = `/${placed.database}`
  const client = new pg.Client(url.href)
  await client.connect()
  return { client, schema: placed.schema }
}

/** Locks a table, so that statements on it wait until the result is called, or end after their time. */
export async function lockTable(projectId: string, name: string): Promise<() => Promise<void>> {
  const { client, schema } = await connectToData(projectId)
  await client.query(`begin; lock table "${schema}"."${name}" in access exclusive mode`)
  return () => client.end()
}

/** Resolves when a statement waits for a lock of the table; those of other tests wait for other tables. */
export async function untilLocked(projectId: string, name: string): Promise<void> {
  const { client, schema } = await connectToData(projectId)
  await eventually(async () => {
    const { rows } = await client.query(
      'select from pg_locks where not granted and relation = $1::regclass',
      [`"${schema}"."${name}"`],
    )
    return rows.length > 0
  })
  await client.end()
}
