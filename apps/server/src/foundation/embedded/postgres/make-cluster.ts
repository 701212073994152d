import { chown, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makePassword } from '../data-folder/make-password.ts'
import type { EmbeddedLog } from '../process/embedded.ts'
import { endLeftovers } from '../process/end-leftovers.ts'
import { writePrivateFile } from '../process/private-file.ts'
import { type ProgramPlace, runProgram } from '../process/run-program.ts'
import { SUPERUSER } from './cluster-names.ts'
import { createProductRole, openToProduct } from './cluster-statements.ts'
import { passwordFileOf } from './embedded-url.ts'
import { runSingleUser } from './run-single-user.ts'

interface ClusterPlace extends ProgramPlace {
  /** The folder that holds `cluster` and the password. */
  home: string
  log: EmbeddedLog
}

/** Creates the cluster and the product's password in a temporary folder, then moves both into place with one rename. */
export async function makeCluster(options: ClusterPlace): Promise<void> {
  if (await stat(options.home).catch(() => undefined)) return
  await removeUnfinished(options)
  const fresh = await mkdtemp(`${options.home}.new-`)
  if (options.user.switched) await chown(fresh, options.user.uid, options.user.gid)
  const cluster = join(fresh, 'cluster')
  await runProgram(options, {
    file: options.files.initdb,
    cwd: fresh,
    args: [
      `--pgdata=${cluster}`,
      `--username=${SUPERUSER}`,
      // The superuser gets no password; the access file is written at every start.
      '--auth=reject',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ],
  })
  const password = makePassword()
  await runSingleUser(
    { ...options, cluster },
    { database: 'template1', statements: [...createProductRole, ...openToProduct(password)] },
  )
  await writePrivateFile({ path: passwordFileOf(fresh), content: password, owner: options.user })
  await rename(fresh, options.home)
  await syncFolder(dirname(options.home))
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
