import { Readable } from 'node:stream'
import type { OperationsContext } from '../../context.ts'
import { ArchiveError } from '../archive/archive-error.ts'
import type { Part } from '../archive/read-archive.ts'
import type { StagedFile } from './staged-file.ts'

/** Writes a file of an archive, unless its store has it: a file never changes under its key. */
export async function writeArchivedFile(
  { files }: Pick<OperationsContext, 'files'>,
  { file, part }: { file: StagedFile; part: Part },
): Promise<void> {
  const { key, type, acl, size } = file
  if (size !== part.size) throw new ArchiveError('The file list of the archive is invalid.')
  const store = files.in(file.store)
  const there = await store.find(key)
  if (there?.size === size) return
  if (there) await store.remove([key])
  const body = Readable.from(part.body, { objectMode: false })
  await store.write({ key, type, acl, size, body })
}
