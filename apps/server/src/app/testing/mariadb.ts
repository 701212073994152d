import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createConnection } from 'mysql2/promise'
import { eventually } from './eventually.ts'

const run = promisify(execFile)

export interface TestMariadb {
  database: string
  user: string
  password: string
  stop(): Promise<void>
}

/** Starts a MariaDB server on a port, with one database and one user. */
export async function startMariadb(
  port: number,
  settings: readonly string[] = [],
): Promise<TestMariadb> {
  const home = await mkdtemp(join(tmpdir(), 'plinth-mariadb-'))
  const data = join(home, 'data')
  const account = { database: 'shop', user: 'app', password: 'maria-canary-51' }
  const first = join(home, 'first.sql')
  await writeFile(
    first,
    `create database shop;
create user 'app'@'%' identified by '${account.password}';
grant all on shop.* to 'app'@'%';
`,
  )
  const user = `--user=${userInfo().username}`
  await run('mariadb-install-db', [
    '--no-defaults',
    `--datadir=${data}`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
    '--skip-name-resolve',
    user,
  ])
  const server = spawn(
    '/usr/sbin/mariadbd',
    [
      '--no-defaults',
      user,
      `--datadir=${data}`,
      `--socket=${join(home, 'sock')}`,
      `--pid-file=${join(home, 'pid')}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--skip-name-resolve',
      '--innodb-buffer-pool-size=8M',
      `--init-file=${first}`,
      ...settings,
    ],
    { stdio: 'ignore' },
  )
  const ended = once(server, 'exit')
  await eventually(async () => {
    const connection = await createConnection({ host: '127.0.0.1', port, ...account }).catch(
      () => undefined,
    )
    await connection?.end()
    return connection !== undefined
  }, 30_000)
  return {
    ...account,
    async stop() {
      server.kill('SIGTERM')
      await ended
      await rm(home, { recursive: true, force: true })
    },
  }
}
