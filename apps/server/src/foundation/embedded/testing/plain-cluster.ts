import { chown, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { chooseServerUser } from '../process/choose-server-user.ts'
import { poll } from '../process/poll.ts'
import { preparePostgresFiles } from '../process/prepare-postgres-files.ts'
import { readIfExists } from '../process/private-file.ts'
import { runProgram } from '../process/run-program.ts'
import { spawnServer } from '../process/spawn-server.ts'

/** A PostgreSQL whose superuser `plinth` logs in without a password, on a socket beside its folder. */
export interface PlainCluster {
  url(database?: string, role?: string): string
  stop(): Promise<void>
}

/** Makes a cluster at `folder`, with the programs of `bin` if given, and starts it. */
export async function startPlainCluster(folder: string, bin?: string): Promise<PlainCluster> {
  const home = dirname(folder)
  const user = await chooseServerUser()
  const embedded = await preparePostgresFiles(dirname(home))
  const files = bin
    ? { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), env: { LC_ALL: 'C.UTF-8' } }
    : embedded
  const place = { files, user, logFile: join(dirname(home), 'plain-cluster.log') }
  await mkdir(home, { recursive: true, mode: 0o700 })
  if (user.switched) await chown(home, user.uid, user.gid)
  await runProgram(place, {
    file: files.initdb,
    cwd: home,
    args: [
      `--pgdata=${folder}`,
      '--username=plinth',
      '--auth=trust',
      '--encoding=UTF8',
      '--no-sync',
    ],
  })
  const settings = ['listen_addresses=', `unix_socket_directories=${home}`, 'port=5432']
  const server = await spawnServer({
    file: files.postgres,
    cwd: folder,
    args: ['-D', folder, ...settings.flatMap((setting) => ['-c', setting])],
    env: files.env,
    user,
    logFile: place.logFile,
  })
  const isReady = async () =>
    (await readIfExists(join(folder, 'postmaster.pid')))?.split('\n')[7]?.trim() === 'ready'
  if (!(await poll(isReady, { limitMs: 20_000 }))) throw new Error('test cluster did not start')
  return {
    url: (database = 'postgres', role = 'plinth') =>
      `postgres://${role}@${encodeURIComponent(home)}:5432/${database}`,
    stop: async () => {
      server.kill('SIGINT')
      await server.exited
    },
  }
}
