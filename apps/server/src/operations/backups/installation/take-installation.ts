import type { Writable } from 'node:stream'
import type { Placement } from '../../../databases/engine/database-engine.ts'
import type { RowSnapshot } from '../../../databases/engine/row-snapshot.ts'
import { connectTo, type SingleConnection } from '../../../databases/postgres/connection/connect.ts'
import { onClient } from '../../../databases/postgres/connection/on-client.ts'
import { auditArchiveKey, unpackAuditLines } from '../../../foundation/audit/archive-file.ts'
import { type ChainSpan, listChains } from '../../../foundation/audit/chain-store.ts'
import { readAppliedMigrations } from '../../../foundation/platform/migrate-platform.ts'
import { newId } from '../../../foundation/platform/new-id.ts'
import { listPlacements } from '../../../projects/environments/environment-store.ts'
import { auditArchiveReader } from '../../audit/audit-archive-reader.ts'
import type { OperationsContext } from '../../context.ts'
import { type ArchiveWriter, openArchiveWriter } from '../archive/write-archive.ts'
import { holdFileLease } from '../store/hold-file-lease.ts'
import type { Taking } from '../take/take-backup.ts'
import { writeFiles } from '../take/write-files.ts'
import type {
  EnvironmentHead,
  InstallationAbout,
  InstallationSummary,
} from './installation-parts.ts'
import {
  isEnvironmentAlive,
  type ListedEnvironment,
  listCompleteEnvironments,
} from './installation-store.ts'
import { listCopiedTables, readSequences, readTable } from './platform-copy-store.ts'

interface InstallationRequest {
  /** The platform's database, past a pooler. */
  url: string
  /** The keys that seal secrets in the platform's database. */
  keys: readonly string[]
  out: Writable
  notify: (message: string) => void
  signal: AbortSignal
}

type Context = Taking & Pick<OperationsContext, 'log'>
type Snapshot = { environments: ListedEnvironment[]; chains: ChainSpan[] }

const folderOf = (kind: string, number: number) => `${kind}.${String(number).padStart(5, '0')}`

async function writeTables(
  client: SingleConnection,
  { writer, signal }: { writer: ArchiveWriter; signal: AbortSignal },
): Promise<void> {
  const tables = await listCopiedTables(client)
  await writer.writePart('platform/tables.json', JSON.stringify(tables))
  for (const [at, table] of tables.entries()) {
    let number = 0
    for await (const body of readTable(client, table)) {
      signal.throwIfAborted()
      number += 1
      await writer.writePart(`platform/t${at}.${String(number).padStart(6, '0')}`, body)
    }
  }
  await writer.writePart('platform/sequences.json', JSON.stringify(await readSequences(client)))
}

/** Writes the platform's tables from one snapshot, and lists what belongs to it. */
async function writePlatform(
  { files }: Context,
  { writer, request }: { writer: ArchiveWriter; request: InstallationRequest },
): Promise<Snapshot> {
  const { url, keys, signal } = request
  const client = await connectTo(url)
  try {
    await client.query('begin isolation level repeatable read read only')
    const about: InstallationAbout = {
      id: newId('bkp'),
      createdOn: new Date().toISOString(),
      migrations: (await readAppliedMigrations(client)).map(({ name, checksum = '' }) => ({
        name,
        checksum,
      })),
      fileBases: files.all.map((store) => store.publicUrl('')),
    }
    await writer.writePart('about.json', JSON.stringify(about))
    await writer.writePart('keys.json', JSON.stringify({ keys }))
    await writeTables(client, { writer, signal })
    const on = onClient(client)
    return { environments: await listCompleteEnvironments(on), chains: await listChains(on) }
  } finally {
    await client.end().catch(() => {})
  }
}

/** Writes the files with the entries that the platform's snapshot does not have any more. */
async function writeAuditFiles(
  { files }: Context,
  { writer, chains }: { writer: ArchiveWriter; chains: readonly ChainSpan[] },
): Promise<void> {
  const read = auditArchiveReader(files)
  let count = 0
  for (const { chain, archived } of chains) {
    for (let next = 1; next <= archived.number; ) {
      const key = auditArchiveKey(chain, next)
      const file = await read(key)
      if (!file) throw new Error(`The archive file ${key} of the audit log is missing.`)
      count += 1
      await writer.writePart(`${folderOf('audit', count)}/key.json`, JSON.stringify({ key }))
      await writer.writePart(`${folderOf('audit', count)}/body`, file)
      next += unpackAuditLines(file).length
    }
  }
}

/** Undefined if the project was removed since the platform was read. */
async function openRows(
  { db, engines }: Context,
  { environment, leaseId }: { environment: ListedEnvironment; leaseId: string },
): Promise<{ placement: Placement; snapshot: RowSnapshot | undefined } | undefined> {
  const placements = await listPlacements(db, environment.projectId)
  const placement = placements.find(({ environmentId }) => environmentId === environment.id)
  if (!placement) return undefined
  if (placement.connection) return { placement, snapshot: undefined }
  try {
    return { placement, snapshot: await engines[placement.engine].openSnapshot(placement, leaseId) }
  } catch (error) {
    if (await isEnvironmentAlive(db, environment.id)) throw error
    return undefined
  }
}

async function writeEnvironment(
  context: Context,
  options: {
    writer: ArchiveWriter
    environment: ListedEnvironment
    folder: string
    signal: AbortSignal
  },
): Promise<{ rows: number; files: number; missing: number; isOutside: boolean } | undefined> {
  const { writer, environment, folder, signal } = options
  const { id, projectId, project, name } = environment
  const leaseId = newId('bkp')
  const release = await holdFileLease(context, { id: leaseId, projectId })
  try {
    const opened = await openRows(context, { environment, leaseId })
    if (!opened) return undefined
    const { placement, snapshot } = opened
    try {
      const { engine, server, database } = placement
      const applied = snapshot?.applied ?? null
      const head: EnvironmentHead = {
        ...{ environmentId: id, projectId, project, name, engine, server, database, applied },
      }
      await writer.writePart(`${folder}/environment.json`, JSON.stringify(head))
      for await (const part of snapshot?.parts() ?? []) {
        signal.throwIfAborted()
        await writer.writePart(`${folder}/rows/${part.name}`, part.body)
      }
      const taken = { environmentId: id, name: folder }
      const tell = async () => {}
      const written = await writeFiles(context, { writer, taken, tell, signal })
      return { ...written, rows: snapshot?.rows() ?? 0, isOutside: !snapshot }
    } finally {
      await snapshot?.close()
    }
  } finally {
    await release()
  }
}

/**
 * Writes the whole installation. The platform's tables are one snapshot; the rows of each environment are a later one,
 * with the configuration and the files that belong to them.
 */
export async function takeInstallation(
  context: Context,
  request: InstallationRequest,
): Promise<InstallationSummary> {
  const { out, notify, signal } = request
  const writer = openArchiveWriter(out, { isAuthenticated: true })
  const { environments, chains } = await writePlatform(context, { writer, request })
  notify('The platform database is written.')
  await writeAuditFiles(context, { writer, chains })
  const projects = new Set<string>()
  const summary: InstallationSummary = {
    ...{ projects: 0, rows: 0, files: 0, missingFiles: 0, outside: [] },
  }
  for (const [at, environment] of environments.entries()) {
    signal.throwIfAborted()
    const folder = folderOf('environment', at + 1)
    const written = await writeEnvironment(context, { writer, environment, folder, signal })
    if (!written) continue
    const label = `${environment.project}, ${environment.name}`
    notify(`${label}: ${written.rows} rows, ${written.files} files`)
    projects.add(environment.projectId)
    summary.rows += written.rows
    summary.files += written.files
    summary.missingFiles += written.missing
    if (written.isOutside) summary.outside.push(label)
  }
  summary.projects = projects.size
  await writer.writePart('summary.json', JSON.stringify(summary))
  await writer.finish({ contents: [], missingFiles: summary.missingFiles })
  return summary
}
