import { randomBytes } from 'node:crypto'
import { chown, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ServerUser } from './choose-server-user.ts'
import type { EmbeddedLog } from './embedded.ts'
import { endLeftovers } from './end-leftovers.ts'
import type { PostgresFiles } from './prepare-postgres-files.ts'
import { writePrivateFile } from './private-file.ts'
import { lastWords } from './server-log.ts'
import { spawnServer } from './spawn-server.ts'
import { StartError } from './start-error.ts'

/** The one role and the one database of a new cluster. */
export const clusterName = 'plinth'

export interface ClusterPlace {
  /** The folder that holds `cluster` and `password`. */
  home: string
  files: PostgresFiles
  user: ServerUser
  logFile: string
  log: EmbeddedLog
}

/** Makes the database cluster and its password beside their place, then moves both in with one rename. */
export async function makeCluster(place: ClusterPlace): Promise<void> {
  if (await stat(place.home).catch(() => undefined)) return
  await removeUnfinished(place)
  const fresh = await mkdtemp(`${place.home}.new-`)
  if (place.user.switched) await chown(fresh, place.user.uid, place.user.gid)
  const password = join(fresh, 'password')
  await writePrivateFile({
    path: password,
    content: randomBytes(24).toString('base64url'),
    owner: place.user,
  })
  const cluster = join(fresh, 'cluster')
  await run(place, {
    file: place.files.initdb,
    cwd: fresh,
    args: [
      `--pgdata=${cluster}`,
      `--username=${clusterName}`,
      `--pwfile=${password}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ],
  })
  await run(place, {
    file: place.files.postgres,
    cwd: cluster,
    args: ['--single', '-D', cluster, 'postgres'],
    input: `create database ${clusterName}\n`,
  })
  await rename(fresh, place.home)
  await syncFolder(dirname(place.home))
}

async function run(
  { files, user, logFile }: ClusterPlace,
  program: { file: string; cwd: string; args: string[]; input?: string },
): Promise<void> {
  const running = await spawnServer({ ...program, env: files.env, user, logFile })
  const { code, signal } = await running.exited
  if (code === 0) return
  throw new StartError(
    `The embedded database could not be made (${signal ?? code}): ${await lastWords(logFile)}`,
  )
}

async function removeUnfinished({ home, files, log }: ClusterPlace): Promise<void> {
  const parent = dirname(home)
  for (const name of await readdir(parent)) {
    const folder = join(parent, name)
    if (!folder.startsWith(`${home}.new-`)) continue
    await endLeftovers({ folder, files: [files.initdb, files.postgres], log })
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
