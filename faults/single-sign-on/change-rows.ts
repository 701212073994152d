import pg from 'pg'

/** Changes the platform's database, for states that take too long to reach. */
export async function changeRows(
  { databaseUrl }: { databaseUrl: string },
  statement: string,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
