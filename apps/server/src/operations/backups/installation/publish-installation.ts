import type { SingleConnection } from '../../../databases/postgres/connection/connect.ts'
import { onClient } from '../../../databases/postgres/connection/on-client.ts'
import { addAudit } from '../../../foundation/audit/audit-store.ts'
import { addToOutbox } from '../../../foundation/durable/outbox-store.ts'
import type { Transaction } from '../../../foundation/platform/database.ts'
import { applyMigrations } from '../../../foundation/platform/migrate-platform.ts'
import { fixedKeys } from '../../../foundation/secrets/key-ring.ts'
import { reseal } from '../../../foundation/secrets/reseal.ts'
import { openVault } from '../../../foundation/secrets/vault.ts'
import { markChanged } from '../../../projects/usage/usage-store.ts'
import type { OperationsContext } from '../../context.ts'
import { ArchiveError } from '../archive/archive-error.ts'
import type { OpenedArchive } from '../archive/read-archive.ts'
import { findFirstAdmin } from '../command/first-admin-store.ts'
import { insertFile, updateProjectCounts } from '../restore/visible-store.ts'
import type { InstallationAbout } from './installation-parts.ts'
import type { VerifiedInstallation } from './open-installation.ts'
import { checkArchivedTables, fillTable, setSequences } from './platform-copy-store.ts'
import {
  deleteIncompleteProjects,
  endOpenReleases,
  endOpenRuns,
  listEnvironmentIds,
  listProjectIds,
  placeRestored,
  useFileStores,
} from './restored-platform-store.ts'
import { dropRecord, readRecorded } from './unfinished-restore-store.ts'

interface Publishing {
  client: SingleConnection
  /** Opened again: the platform's tables are its first parts. */
  archive: OpenedArchive<InstallationAbout>
  verified: VerifiedInstallation
  /** The keys of this installation; the first seals. */
  keys: readonly string[]
}

/** What the restored installation differs in from the source. */
export interface RestoredInstallation {
  endedRuns: number
  endedReleases: number
  incompleteProjects: string[]
  unreadableSecrets: number
}

async function fillTables({ client, archive, verified }: Publishing): Promise<void> {
  const { tables, sequences } = verified
  await checkArchivedTables(client, tables)
  const { parts } = archive
  let next = await parts.next()
  while (!next.done && !/^platform\/t\d/.test(next.value.name)) next = await parts.next()
  for (const [at, table] of tables.entries()) {
    const rows = async function* () {
      const prefix = `platform/t${at}.`
      for (; !next.done && next.value.name.startsWith(prefix); next = await parts.next()) {
        yield await next.value.read()
      }
    }
    await fillTable(client, { table, rows: rows() })
  }
  if (next.done || next.value.name !== 'platform/sequences.json') {
    throw new ArchiveError('The archive has rows of a table that it does not list.')
  }
  await setSequences(client, sequences)
  await parts.return(undefined)
}

async function placeEnvironments(
  transaction: Transaction,
  client: SingleConnection,
): Promise<{ incompleteProjects: string[] }> {
  const restored: string[] = []
  for await (const place of readRecorded(client, 'place')) {
    if (await placeRestored(transaction, place)) {
      await updateProjectCounts(transaction, place.head.projectId)
    }
    restored.push(place.head.environmentId)
  }
  const incompleteProjects = await deleteIncompleteProjects(transaction, restored)
  for await (const { environmentId, file } of readRecorded(client, 'listed')) {
    await insertFile(transaction, { environmentId, file })
  }
  return { incompleteProjects }
}

/** Writes the platform's tables, refers them to the restored rows and files, and ends the restore: in one transaction. */
export async function publishInstallation(
  { files }: Pick<OperationsContext, 'files'>,
  publishing: Publishing,
): Promise<RestoredInstallation> {
  const { client, verified } = publishing
  const { about } = verified
  const transaction = onClient(client)
  await client.query('begin')
  await applyMigrations(client, { only: new Set(about.migrations.map(({ name }) => name)) })
  await fillTables(publishing)
  await applyMigrations(client)
  const message = `The installation was restored from a backup of ${about.createdOn}, which was taken before this ended. Start it again.`
  const endedRuns = await endOpenRuns(transaction, message)
  const endedReleases = await endOpenReleases(transaction, message)
  const { incompleteProjects } = await placeEnvironments(transaction, client)
  await useFileStores(
    transaction,
    files.all.map(({ kind }) => kind),
  )
  for (const projectId of await listProjectIds(transaction)) {
    await markChanged(transaction, projectId)
  }
  for (const key of await listEnvironmentIds(transaction)) {
    await addToOutbox(transaction, { topic: 'watchRows', key })
  }
  const ring = fixedKeys([...publishing.keys, ...verified.keys])
  const { unreadable } = await reseal({ db: transaction, vault: openVault(ring) })
  const admin = await findFirstAdmin(transaction)
  await addAudit(transaction, {
    author: {
      organisationId: admin?.organisationId ?? null,
      staffId: null,
      requestId: 'command line',
    },
    entry: {
      ...{ action: 'restored', entity: 'installation', entityId: about.id },
      after: { createdOn: about.createdOn, endedRuns, endedReleases },
    },
  })
  await dropRecord(client)
  await client.query('commit')
  return { endedRuns, endedReleases, incompleteProjects, unreadableSecrets: unreadable }
}
