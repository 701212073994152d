import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { SnapshotPart } from '../../../databases/engine/row-snapshot.ts'
import type { SingleConnection } from '../../../databases/postgres/connection/connect.ts'
import { readStored } from '../../../foundation/platform/stored-json.ts'
import { isFileKey } from '../../../rows/file-store/file-key.ts'
import type { OperationsContext } from '../../context.ts'
import { ArchiveError } from '../archive/archive-error.ts'
import { ArchivedFile } from '../archive/project-parts.ts'
import { type OpenedArchive, type Part, parsePart } from '../archive/read-archive.ts'
import type { StagedFile } from '../restore/staged-file.ts'
import { writeArchivedFile } from '../restore/write-archived-file.ts'
import { toPlacement } from './clean-installation.ts'
import { AuditFileKey, EnvironmentHead, type InstallationAbout } from './installation-parts.ts'
import { type Place, record } from './unfinished-restore-store.ts'

interface FillingInstallation {
  archive: OpenedArchive<InstallationAbout>
  client: SingleConnection
  notify: (message: string) => void
  signal: AbortSignal
}

type Parts = Pick<OperationsContext, 'engines' | 'files'>

/** New names: the cluster or the data folder may still have the environment of the source. */
function placeOf(head: EnvironmentHead): Place {
  const random = randomBytes(10).toString('hex')
  return head.engine === 'sqlite3'
    ? { head, database: `${head.environmentId}-${random}.db`, schema: 'main' }
    : { head, database: head.database, schema: `e_${random}` }
}

/** Reads an archive and fills databases and file stores; what it creates is recorded before. */
export async function fillInstallation(
  context: Parts,
  { archive, client, notify, signal }: FillingInstallation,
): Promise<void> {
  const { about, parts } = archive
  const { engines, files } = context
  let next = await parts.next()
  let head: EnvironmentHead | undefined
  const listed = new Map<string, StagedFile>()

  const store = files.in(files.home)
  const base = store.publicUrl('')
  const replaced = about.fileBases
    .map((old): [string, string] => [`"${old}`, `"${base}`])
    .filter(([old, now]) => old !== now)

  async function* rowsOf(folder: string): AsyncGenerator<SnapshotPart> {
    for (; !next.done && next.value.name.startsWith(folder); next = await parts.next()) {
      signal.throwIfAborted()
      yield { name: next.value.name.slice(folder.length), body: await next.value.read() }
    }
  }

  async function fillRows(folder: string): Promise<void> {
    if (!head?.applied) throw new ArchiveError('The archive has rows without their configuration.')
    const place = placeOf(head)
    await record(client, { kind: 'place', entries: [place] })
    const placement = toPlacement(place)
    const rows = rowsOf(folder)
    const request = { id: `restore-${about.id}`, by: 'Restore', applied: head.applied }
    await engines[placement.engine].fill(placement, { ...request, parts: rows, replaced })
    for await (const _ of rows);
    notify(`${head.project}, ${head.name}: rows restored`)
  }

  /** Records which files the store does not have, so that an interrupted restore removes only those. */
  async function listFiles(part: Part): Promise<void> {
    const folder = part.name.split('/')[0] ?? ''
    const lines = (await part.read()).toString('utf8').split('\n').filter(Boolean)
    const found: StagedFile[] = []
    const absent: StagedFile[] = []
    for (const line of lines) {
      const file = { ...readStored(ArchivedFile, line, 'file of the archive'), store: files.home }
      if (!isFileKey(file.key) || !file.key.startsWith(`${head?.projectId}/`)) {
        throw new ArchiveError('The archive lists a file of another project.')
      }
      found.push(file)
      listed.set(`${folder}/files/f${file.number}`, file)
      if (!(await store.find(file.key))) absent.push(file)
    }
    const environmentId = head?.environmentId ?? ''
    await record(client, { kind: 'written', entries: absent })
    const entries = found.map((file) => ({ environmentId, file }))
    await record(client, { kind: 'listed', entries })
  }

  async function writeFile(part: Part): Promise<void> {
    const file = listed.get(part.name)
    if (!file) throw new ArchiveError('The file list of the archive is invalid.')
    listed.delete(part.name)
    await writeArchivedFile(context, { file, part })
  }

  let auditKey = ''
  async function writeAuditFile(part: Part): Promise<void> {
    const body = await part.read()
    if (part.name.endsWith('/key.json')) auditKey = parsePart(AuditFileKey, body).key
    else if (!(await store.find(auditKey))) {
      await record(client, { kind: 'written', entries: [{ store: files.home, key: auditKey }] })
      const type = 'application/zstd'
      const stream = Readable.from([body])
      await store.writeStream({ key: auditKey, type, acl: 'private', body: stream })
    }
  }

  while (!next.done) {
    signal.throwIfAborted()
    const part = next.value
    const [, folder = '', rest = ''] = /^(environment\.\d+)\/(.*)$/.exec(part.name) ?? []
    if (rest.startsWith('rows/')) {
      await fillRows(`${folder}/rows/`)
      continue
    }
    if (rest === 'environment.json') head = parsePart(EnvironmentHead, await part.read())
    else if (rest.startsWith('files.')) await listFiles(part)
    else if (rest.startsWith('files/')) await writeFile(part)
    else if (part.name.startsWith('audit.')) await writeAuditFile(part)
    next = await parts.next()
  }
}
