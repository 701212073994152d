import type { Readable } from 'node:stream'
import type { EnvironmentName } from '@plinth/contract'
import type { SnapshotPart } from '../../../databases/engine/row-snapshot.ts'
import { readStored } from '../../../foundation/platform/stored-json.ts'
import { isFileKey } from '../../../rows/file-store/file-key.ts'
import type { StoreKind } from '../../../rows/file-store/file-store.ts'
import type { OperationsContext } from '../../context.ts'
import { ArchiveError } from '../archive/archive-error.ts'
import { ArchivedFile } from '../archive/project-parts.ts'
import { openArchive, type Part } from '../archive/read-archive.ts'
import type { ReportProgress } from '../archive/report-progress.ts'
import { type RestoreRow, type StagedKind, stageLines } from './restore-store.ts'
import type { Targets } from './restore-target.ts'
import type { StagedFile } from './staged-file.ts'
import type { VerifiedArchive } from './verify-archive.ts'
import { writeArchivedFile } from './write-archived-file.ts'

export interface Filling {
  restore: RestoreRow
  archive: VerifiedArchive
  targets: Targets
  store: StoreKind
  signal: AbortSignal
  tell: ReportProgress
}

type Parts = Pick<OperationsContext, 'db' | 'engines' | 'files'>

/** The lines that are staged until the end, by the name of their part. Queries and views are parts of dev only. */
const STAGED = new Map<string, StagedKind>([
  ['dev/workflows', 'workflow'],
  ['production/workflows', 'workflow'],
  ['dev/files', 'file'],
  ['production/files', 'file'],
  ['dev/queries', 'query'],
  ['dev/views', 'view'],
])

const linesOf = async (part: Part) =>
  (await part.read()).toString('utf8').split('\n').filter(Boolean)

/** The keys and URLs in file cells that must be replaced, with their replacements. */
function replacedTexts({ files }: Parts, { archive, targets, store }: Filling): [string, string][] {
  const { project, fileBases } = archive.about
  const [from, to] = [`${project.id}/`, `${targets.projectId}/`]
  const base = files.in(store).publicUrl('')
  const addresses = fileBases.map((old): [string, string] => [`"${old}${from}`, `"${base}${to}`])
  return [...addresses, [`"${from}`, `"${to}`] as [string, string]].filter(
    ([old, now]) => old !== now,
  )
}

function toStaged(line: string, { archive, targets, store }: Filling): StagedFile {
  const file = readStored(ArchivedFile, line, 'file of the archive')
  const from = `${archive.about.project.id}/`
  const key = `${targets.projectId}/${file.key.slice(from.length)}`
  if (!file.key.startsWith(from) || !isFileKey(key)) {
    throw new ArchiveError('The archive lists a file of another project.')
  }
  return { ...file, key, store }
}

/** Reads an archive once and fills the invisible targets: rows, files, and staged lines for the end. */
export async function fillTargets(
  context: Parts,
  source: Readable,
  filling: Filling,
): Promise<void> {
  const { restore, archive, targets, signal, tell } = filling
  const { parts, end } = await openArchive(source)
  const wanted = new Map(targets.environments.map((target) => [target.name as string, target]))
  const files = new Map<string, StagedFile>()
  let next = await parts.next()

  async function* rowsOf(folder: string): AsyncGenerator<SnapshotPart> {
    let bytes = 0
    for (; !next.done && next.value.name.startsWith(folder); next = await parts.next()) {
      signal.throwIfAborted()
      const { name, read } = next.value
      const body = await read()
      bytes += body.length
      yield { name: name.slice(folder.length), body }
      const message = `Rows: ${Math.ceil(bytes / 1_048_576)} MB`
      await tell({ message, progress: 0.3 + (0.3 * bytes) / (bytes + 2 ** 28) })
    }
  }

  async function stage(part: Part, environment: EnvironmentName, kind: StagedKind) {
    const lines = await linesOf(part)
    const staged = kind === 'file' ? lines.map((line) => toStaged(line, filling)) : []
    for (const file of staged) files.set(`${environment}/files/f${file.number}`, file)
    const texts = kind === 'file' ? staged.map((file) => JSON.stringify(file)) : lines
    await stageLines(context.db, { id: restore.id, environment, kind, lines: texts })
  }

  async function writeFile(part: Part): Promise<void> {
    const file = files.get(part.name)
    if (!file) throw new ArchiveError('The file list of the archive is invalid.')
    files.delete(part.name)
    await writeArchivedFile(context, { file, part })
    await tell({
      message: `Files: ${file.number}`,
      progress: 0.6 + (0.35 * file.number) / (file.number + 1000),
    })
  }

  while (!next.done) {
    signal.throwIfAborted()
    const part = next.value
    const [environment = ''] = part.name.split('/')
    const target = wanted.get(environment)
    if (!target) next = await parts.next()
    else if (part.name.startsWith(`${environment}/rows/`)) {
      const { placement, name } = target
      const { applied } = archive.environments.get(name) ?? {}
      if (!applied) throw new ArchiveError(`The archive has no ${name}.`)
      const rows = rowsOf(`${environment}/rows/`)
      const replaced = replacedTexts(context, filling)
      const request = { id: restore.id, by: restore.by, applied, parts: rows, replaced }
      await context.engines[placement.engine].fill(placement, request)
      for await (const _ of rows);
    } else {
      const kind = STAGED.get(part.name.split('.')[0] ?? '')
      if (part.name.startsWith(`${environment}/files/`)) await writeFile(part)
      else if (kind) await stage(part, target.name, kind)
      next = await parts.next()
    }
  }
  end()
}
