import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { chooseServerUser } from '../../foundation/embedded/process/choose-server-user.ts'
import { preparePostgresFiles } from '../../foundation/embedded/process/prepare-postgres-files.ts'
import { freePort } from '../../foundation/embedded/testing/free-port.ts'
import { eventually } from './eventually.ts'

const run = promisify(execFile)

/** The oldest supported PostgreSQL, if it is installed. */
const DEBIAN_15 = '/usr/lib/postgresql/15/bin'

/** The versions that tests of roles run on: roles differ between 15 and 16. */
export const CLUSTER_VERSIONS: readonly (15 | 18)[] = existsSync(DEBIAN_15) ? [15, 18] : [18]

/** A separate PostgreSQL with a role that has exactly the rights of the product's role. */
export interface OwnCluster {
  /** Logs in as a role with CREATEDB and CREATEROLE that is not a superuser. */
  url: string
  superuserUrl: string
  start(): Promise<void>
  stop(): Promise<void>
  /** Stops it and removes its files. */
  remove(): Promise<void>
}

async function findPrograms(version: 15 | 18, home: string) {
  if (version === 18) return preparePostgresFiles(home)
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC' }
  return { initdb: join(DEBIAN_15, 'initdb'), postgres: join(DEBIAN_15, 'postgres'), env }
}

export async function startCluster(version: 15 | 18): Promise<OwnCluster> {
  const home = await mkdtemp(join(tmpdir(), `plinth-pg${version}-`))
  const user = await chooseServerUser()
  const as = user.switched ? { uid: user.uid, gid: user.gid } : {}
  if (user.switched) await chown(home, user.uid, user.gid)
  const { initdb, postgres, env } = await findPrograms(version, home)
  const [data, passwordFile] = [join(home, 'data'), join(home, 'password')]
  await writeFile(passwordFile, 'superuser')
  await chmod(passwordFile, 0o644)
  const how = ['--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--no-sync', '--locale=C.UTF-8']
  await run(initdb, [`--pgdata=${data}`, '--username=boot', '--encoding=UTF8', ...how], {
    env,
    ...as,
  })
  const port = await freePort()
  const address = (name: string, password: string) =>
    `postgres://${name}:${password}@127.0.0.1:${port}/plinth`
  const superuserUrl = address('boot', 'superuser')
  const maintenanceUrl = superuserUrl.replace(/plinth$/, 'postgres')
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=off',
  ]
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]
  let ended: Promise<unknown> | undefined
  let kill = (_signal: NodeJS.Signals): void => undefined
  const withSuperuser = async (text: string) => {
    const client = new pg.Client({ connectionString: maintenanceUrl })
    client.on('error', () => undefined)
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  const start = async () => {
    const child = spawn(postgres, args, { env, stdio: 'ignore', cwd: home, ...as })
    ended = once(child, 'exit')
    kill = (signal) => void child.kill(signal)
    await eventually(() =>
      withSuperuser('select 1').then(
        () => true,
        () => false,
      ),
    )
  }
  const stop = async () => {
    // Fast shutdown: disconnects clients at once, but writes a checkpoint.
    kill('SIGINT')
    await ended
  }
  await start()
  await withSuperuser(`create role plinth_app login createdb createrole password 'app'`)
  await withSuperuser('create database plinth owner plinth_app')
  const remove = async () => {
    await stop()
    await rm(home, { recursive: true, force: true })
  }
  return { url: address('plinth_app', 'app'), superuserUrl, start, stop, remove }
}
