import { findUploads } from '../../../rows/file-store/upload-store.ts'
import type { OperationsContext } from '../../context.ts'
import type { ArchivedFile } from '../archive/project-parts.ts'
import type { ReportProgress } from '../archive/report-progress.ts'
import type { ArchiveWriter } from '../archive/write-archive.ts'
import { listReferencedFiles, type ReferencedFile } from './project-store.ts'
import type { Taken } from './read-environment.ts'

type Reading = Pick<OperationsContext, 'db' | 'files'>

interface Found {
  line: ArchivedFile
  store: ReferencedFile['store']
}

/** The current store of a file, which may have been moved since it was listed. */
async function locate({ db, files }: Reading, file: ReferencedFile) {
  const first = await files.in(file.store).find(file.key)
  if (first) return { stored: first, store: file.store }
  const [again] = await findUploads(db, [file.key])
  const stored = again && (await files.in(again.store).find(file.key))
  return stored && { stored, store: again.store }
}

/** Writes the files of an environment: a list of a batch, then their contents. Missing files are counted. */
export async function writeFiles(
  context: Reading,
  options: {
    writer: ArchiveWriter
    taken: Pick<Taken, 'environmentId'> & { name: string }
    tell: ReportProgress
    signal: AbortSignal
  },
): Promise<{ files: number; missing: number }> {
  const { writer, taken, tell, signal } = options
  const { environmentId, name } = taken
  let files = 0
  let missing = 0
  let lists = 0
  for (let after = ''; ; ) {
    const page = await listReferencedFiles(context.db, { environmentId, after })
    const last = page.at(-1)
    if (!last) return { files, missing }
    after = last.key
    const found: Found[] = []
    for (const file of page) {
      const place = await locate(context, file)
      if (!place) {
        missing += 1
        continue
      }
      files += 1
      const { store: _, ...facts } = file
      const line = { number: files, ...facts, type: place.stored.type, size: place.stored.size }
      found.push({ line, store: place.store })
    }
    lists += 1
    const text = found.map(({ line }) => `${JSON.stringify(line)}\n`).join('')
    await writer.writePart(`${name}/files.${String(lists).padStart(5, '0')}.ndjson`, text)
    for (const { line, store } of found) {
      signal.throwIfAborted()
      const body = (await context.files.in(store).read(line.key)) as AsyncIterable<Buffer>
      await writer.writeStream(`${name}/files/f${line.number}`, { size: line.size, body })
      const progress = 0.6 + (0.35 * files) / (files + 1000)
      await tell({ message: `Files of ${name}: ${files}`, progress })
    }
  }
}
