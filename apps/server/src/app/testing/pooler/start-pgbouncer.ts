import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { chooseServerUser } from '../../../foundation/embedded/process/choose-server-user.ts'
import { freePort } from '../../../foundation/embedded/testing/free-port.ts'
import { eventually } from '../eventually.ts'

const PROGRAM = '/usr/sbin/pgbouncer'

export interface PgBouncer {
  /** The database of the server, through the pooler. */
  url: string
  stop(): Promise<void>
}

/** Starts Debian's PgBouncer in transaction mode in front of a server, for all of its databases. */
export async function startPgBouncer(serverUrl: string, poolSize = 10): Promise<PgBouncer> {
  const server = new URL(serverUrl)
  const home = await mkdtemp(join(tmpdir(), 'plinth-pgbouncer-'))
  const user = await chooseServerUser()
  const port = await freePort()
  const users = join(home, 'users.txt')
  const settings = join(home, 'pgbouncer.ini')
  await writeFile(users, `"${server.username}" "${server.password}"\n`)
  await writeFile(
    settings,
    `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 1000
`,
  )
  const as = user.switched ? { uid: user.uid, gid: user.gid } : {}
  // It refuses to run as root.
  if (user.switched)
    for (const path of [home, users, settings]) await chown(path, user.uid, user.gid)
  const child = spawn(PROGRAM, ['-q', settings], { stdio: 'ignore', cwd: home, ...as })
  const ended = once(child, 'exit')
  const address = new URL(serverUrl)
  address.host = `127.0.0.1:${port}`
  await eventually(async () => {
    const client = new pg.Client({ connectionString: address.href })
    client.on('error', () => undefined)
    const isOpen = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => undefined)
    return isOpen
  })
  return {
    url: address.href,
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(home, { recursive: true, force: true })
    },
  }
}
