import { readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeSocketFolder } from '../data-folder/socket-folder.ts'
import { checkReachable } from '../process/check-access.ts'
import type { ServerUser } from '../process/choose-server-user.ts'
import type { EmbeddedLog } from '../process/embedded.ts'
import { endLeftovers } from '../process/end-leftovers.ts'
import { preparePostgresFiles } from '../process/prepare-postgres-files.ts'
import { readIfExists } from '../process/private-file.ts'
import { rotateLog } from '../process/server-log.ts'
import type { ServerPlan } from '../process/server-plan.ts'
import { embeddedUrl, passwordFileOf, SOCKET_NAME, SOCKET_PORT } from './embedded-url.ts'
import { makeCluster } from './make-cluster.ts'
import { writeAccessFile } from './write-access-file.ts'

const settings = {
  listen_addresses: '',
  port: String(SOCKET_PORT),
  // Unix socket only: other accounts on the machine cannot connect.
  unix_socket_permissions: '0700',
  max_connections: '200',
  shared_buffers: '128MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // The application reports failed statements; logged here, they would write users' values to a file.
  log_min_messages: 'log',
}

/** Creates the cluster if there is none and returns how to run PostgreSQL on it. */
export async function planPostgres(options: {
  dataDir: string
  user: ServerUser
  log: EmbeddedLog
}): Promise<{ plan: ServerPlan; url: string }> {
  const { dataDir, user, log } = options
  const files = await preparePostgresFiles(dataDir)
  await checkReachable(dirname(files.postgres), user)
  const home = join(dataDir, 'postgres')
  const cluster = join(home, 'cluster')
  const logFile = join(dataDir, 'postgres.log')
  await rotateLog(logFile)
  await makeCluster({ home, files, user, logFile, log })
  const password = (await readFile(passwordFileOf(home), 'utf8')).trim()
  const socketFolder = await makeSocketFolder(home, user)
  const accessFile = await writeAccessFile(home, user)
  const pidFile = join(cluster, 'postmaster.pid')
  const all = { ...settings, unix_socket_directories: quoted(socketFolder), hba_file: accessFile }
  const plan: ServerPlan = {
    name: 'postgres',
    command: {
      file: files.postgres,
      args: [
        '-D',
        cluster,
        ...Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
      ],
      cwd: cluster,
      env: files.env,
      user,
      logFile,
    },
    stopSteps: [
      { signal: 'SIGINT', limitMs: 15_000 },
      { signal: 'SIGQUIT', limitMs: 3_000 },
    ],
    // A long crash recovery must be allowed to finish: each interruption would restart it.
    readyLimitMs: 300_000,
    prepare: async () => {
      await endLeftovers({ folder: cluster, files: [files.postgres], log })
      // These files are stale; PostgreSQL would refuse to start if another process has the same pid.
      const socketLock = join(socketFolder, `${SOCKET_NAME}.lock`)
      await Promise.all([pidFile, socketLock].map((file) => rm(file, { force: true })))
    },
    isReady: async (pid) => {
      const lines = (await readIfExists(pidFile))?.split('\n') ?? []
      return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
    },
  }
  return { plan, url: embeddedUrl({ socketFolder, password }) }
}

// The setting is a list: without quotes a comma in the path would separate two folders.
const quoted = (folder: string) => `"${folder.replaceAll('"', '""')}"`
