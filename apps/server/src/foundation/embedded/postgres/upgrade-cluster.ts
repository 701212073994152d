import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makePassword } from '../data-folder/make-password.ts'
import type { EmbeddedLog } from '../process/embedded.ts'
import { readIfThere, writePrivateFile } from '../process/private-file.ts'
import type { ProgramPlace } from '../process/run-program.ts'
import { openToProduct } from './cluster-statements.ts'
import { passwordFileOf } from './embedded-url.ts'
import { runSingleUser } from './run-single-user.ts'
import { upgradeDatabase, upgradeRoles } from './upgrade-statements.ts'

interface UpgradePlace extends ProgramPlace {
  /** The folder that holds `cluster` and the password. */
  home: string
  log: EmbeddedLog
}

/**
 * Upgrades a cluster in which the product was the superuser: the product's role gets everything and a new password.
 * Idempotent: the password's file is written last and marks the cluster as upgraded.
 */
export async function upgradeCluster(place: UpgradePlace): Promise<void> {
  const { home, user, log } = place
  const superuserPassword = join(home, 'password')
  if ((await readIfThere(passwordFileOf(home))) !== undefined) {
    await rm(superuserPassword, { force: true })
    return
  }
  const since = performance.now()
  const cluster = join(home, 'cluster')
  // ALTER SYSTEM of a superuser writes here, for example a library that every session loads.
  await writePrivateFile({
    path: join(cluster, 'postgresql.auto.conf'),
    content: '',
    owner: user,
  })
  const single = { ...place, cluster }
  await runSingleUser(single, { database: 'template1', statements: upgradeRoles })
  const databases = await listDatabases(single)
  for (const database of databases) {
    await runSingleUser(single, { database, statements: upgradeDatabase })
  }
  const password = makePassword()
  await runSingleUser(single, { database: 'template1', statements: openToProduct(password) })
  await writePrivateFile({ path: passwordFileOf(home), content: password, owner: user })
  await rm(superuserPassword, { force: true })
  const ms = Math.round(performance.now() - since)
  log.info(
    { databases: databases.length, ms },
    'postgres: cluster upgraded to a role without superuser rights',
  )
}

async function listDatabases(
  place: UpgradePlace & { cluster: string },
): Promise<readonly string[]> {
  const file = join(place.home, 'databases.json')
  const names = `select json_agg(datname) from pg_database where datallowconn`
  const statement = `copy (${names}) to '${file.replaceAll("'", "''")}'`
  await runSingleUser(place, { database: 'template1', statements: [statement] })
  const list: string[] = JSON.parse(await readFile(file, 'utf8'))
  await rm(file, { force: true })
  return list
}
