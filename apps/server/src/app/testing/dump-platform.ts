import { withPlatform } from './people.ts'

/** The contents of the platform's database as text. */
export async function dumpPlatform(): Promise<string> {
  return withPlatform(async (client) => {
    const tables = await client.query(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    )
    const texts: string[] = []
    for (const { name } of tables.rows) {
      const rows = await client.query(`select t::text as row from "${name}" t`)
      texts.push(...rows.rows.map(({ row }) => row))
    }
    return texts.join('\n')
  })
}
