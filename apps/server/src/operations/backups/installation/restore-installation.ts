import type { Readable } from 'node:stream'
import {
  connectTo,
  type SingleConnection,
  withDatabase,
} from '../../../databases/postgres/connection/connect.ts'
import { onClient } from '../../../databases/postgres/connection/on-client.ts'
import {
  checkMigrations,
  UNFINISHED_RESTORE,
} from '../../../foundation/platform/migrate-platform.ts'
import type { OperationsContext } from '../../context.ts'
import { cleanInstallation } from './clean-installation.ts'
import { fillInstallation } from './fill-installation.ts'
import { hasDatabase, hasEnvironmentSchema } from './installation-store.ts'
import {
  openInstallation,
  type VerifiedInstallation,
  verifyInstallation,
} from './open-installation.ts'
import { findForeignTable } from './platform-copy-store.ts'
import { publishInstallation, type RestoredInstallation } from './publish-installation.ts'
import { createRecord, lockRestore } from './unfinished-restore-store.ts'

interface InstallationTarget extends Pick<OperationsContext, 'env' | 'engines' | 'files'> {
  /** The platform's database, past a pooler. */
  url: string
  /** Resolves a cluster name to its URL, past a pooler. */
  urlOf: (server: string) => string
  keys: readonly string[]
}

interface RestoreInstallation {
  open: () => Readable
  passphrase: string
  notify: (message: string) => void
  signal: AbortSignal
}

/** Reads the archive to its end and checks that this build can restore it; changes nothing. */
export async function checkInstallation({
  open,
  passphrase,
  signal,
}: RestoreInstallation): Promise<VerifiedInstallation> {
  const verified = await verifyInstallation(open(), { passphrase, signal })
  await checkMigrations(verified.about.migrations, {
    origin: 'The archive',
    advice: ': restore it with that build.',
  })
  return verified
}

function refuseUnknownClusters(
  { env }: InstallationTarget,
  { clusters }: VerifiedInstallation,
): void {
  const unknown = [...clusters.keys()].filter(
    (server) => server !== 'default' && !env.dataDatabases.has(server),
  )
  if (unknown.length === 0) return
  throw new Error(
    `The archive has rows of the data databases ${unknown.join(', ')}. Name them in PLINTH_DATA_DATABASES. Nothing was changed.`,
  )
}

/** Environments have schemas of their own in data databases; an empty cluster has none. */
async function refuseUsedDatabase(url: string, database: string): Promise<void> {
  const client = await connectTo(url)
  const exists = await hasDatabase(onClient(client), database).finally(() => client.end())
  if (!exists) return
  const inside = await connectTo(withDatabase(url, database))
  const isUsed = await hasEnvironmentSchema(onClient(inside)).finally(() => inside.end())
  if (!isUsed) return
  throw new Error(
    `The PostgreSQL server has the data database "${database}" of another installation. Restore on another server. Nothing was changed.`,
  )
}

async function refuseUsed(
  target: InstallationTarget,
  { client, verified }: { client: SingleConnection; verified: VerifiedInstallation },
): Promise<void> {
  const table = await findForeignTable(client, UNFINISHED_RESTORE)
  if (table !== undefined) {
    throw new Error(
      `The platform database is not empty: it has the table "${table}". Restore into a new database or data folder. Nothing was changed.`,
    )
  }
  refuseUnknownClusters(target, verified)
}

/**
 * Restores an installation into an empty place. Until the one transaction at the end the platform's database is empty;
 * what was created before is recorded, and removed when the restore fails or is repeated.
 */
export async function restoreInstallation(
  target: InstallationTarget,
  { request, verified }: { request: RestoreInstallation; verified: VerifiedInstallation },
): Promise<RestoredInstallation> {
  const { open, passphrase, notify, signal } = request
  const client = await connectTo(target.url)
  try {
    if (!(await lockRestore(client))) {
      throw new Error('Another restore into this database is in progress.')
    }
    await refuseUsed(target, { client, verified })
    await cleanInstallation(target, client)
    for (const [server, databases] of verified.clusters) {
      for (const database of databases) await refuseUsedDatabase(target.urlOf(server), database)
    }
    await createRecord(client)
    try {
      const archive = await openInstallation(open(), passphrase)
      await fillInstallation(target, { archive, client, notify, signal })
      signal.throwIfAborted()
      const again = await openInstallation(open(), passphrase)
      return await publishInstallation(target, {
        ...{ client, archive: again, verified, keys: target.keys },
      })
    } catch (error) {
      await client.query('rollback').catch(() => {})
      await cleanInstallation(target, client).catch(() =>
        notify('What was created could not be removed. Run the command again to remove it.'),
      )
      throw error
    }
  } finally {
    await client.end().catch(() => {})
  }
}
