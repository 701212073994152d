import { execFile, spawn } from 'node:child_process'
import { chownSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { copyIn, copyOut } from '../../apps/server/src/databases/postgres/connection/copy.ts'
import { freePort } from '../../apps/server/src/foundation/embedded/testing/free-port.ts'
import { eventually } from '../../faults/stack/eventually.ts'
import { seconds } from './backup-bench.ts'

const run = promisify(execFile)

interface Source {
  dataDir: string
  url: string
  schema: string
  out: string
}

export interface Beside {
  tool: string
  seconds: number
}

const dump = ({ url, schema, out }: Source) =>
  run('pg_dump', ['--schema', schema, '--format', 'custom', '--file', out, url])

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/** Copies the rows to a server of the installed `pg_dump` version. */
async function copyTables({ url, schema }: Source, into: string): Promise<void> {
  const [from, to] = [await open(url), await open(into)]
  await to.query(`create schema "${schema}"`)
  const { rows } = await from.query<{ name: string; columns: string }>(
    `select relname as name, string_agg(format('%I %s', attname, format_type(atttypid, atttypmod)), ', '
      order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
     where relkind = 'r' and relnamespace = $1::regnamespace group by relname`,
    [`"${schema}"`],
  )
  for (const { name, columns } of rows) {
    const table = `"${schema}"."${name}"`
    await to.query(`create table ${table} (${columns})`)
    const copied = copyOut(from, `copy ${table} to stdout`)
    await copyIn(to, { text: `copy ${table} from stdin`, rows: copied })
  }
  await Promise.all([from.end(), to.end()])
}

/** Starts a server of `pg_dump`'s version; PostgreSQL does not run as root. */
async function withServer<T>(dataDir: string, work: (url: string) => Promise<T>): Promise<T> {
  const { stdout } = await run('pg_config', ['--bindir'])
  const bin = stdout.trim()
  const { uid, gid } = statSync(join(dataDir, 'postgres', 'cluster'))
  const cluster = join(dataDir, 'beside-cluster')
  mkdirSync(cluster)
  chownSync(cluster, uid, gid)
  const as = { uid, gid, cwd: cluster }
  await run(join(bin, 'initdb'), ['-D', cluster, '-A', 'trust', '-U', 'plinth', '-E', 'UTF8'], as)
  const port = await freePort()
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=']
  const args = ['-D', cluster, ...settings.flatMap((one) => ['-c', one])]
  const server = spawn(join(bin, 'postgres'), args, { ...as, stdio: 'ignore' })
  const url = `postgres://plinth@127.0.0.1:${port}/postgres`
  try {
    const answers = () => open(url).then((client) => client.end().then(() => true))
    if (!(await eventually(() => answers().catch(() => false), { limitMs: 60_000 })))
      throw new Error('the reference server did not start')
    return await work(url)
  } finally {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGINT')
    await ended
  }
}

/** Duration of `pg_dump` for the same rows. */
export async function dumpBeside(source: Source): Promise<Beside> {
  try {
    return { tool: 'pg_dump -Fc', seconds: await seconds(() => dump(source)) }
  } catch (error) {
    // `pg_dump` rejects servers newer than itself.
    if (!String(error).includes('server version mismatch')) throw error
  }
  return withServer(source.dataDir, async (url) => {
    await copyTables(source, url)
    const { stdout } = await run('pg_dump', ['--version'])
    const took = await seconds(() => dump({ ...source, url }))
    const version = /\d[\d.]*/.exec(stdout)?.[0] ?? ''
    return { tool: `pg_dump ${version} -Fc on a server of its own version`, seconds: took }
  })
}
