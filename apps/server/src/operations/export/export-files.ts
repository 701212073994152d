import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import * as z from 'zod'
import type { Queryable } from '../../foundation/platform/database.ts'
import { readStored } from '../../foundation/platform/stored-json.ts'
import type { Files } from '../../rows/file-store/file-store.ts'
import { findUploads, type Upload } from '../../rows/file-store/upload-store.ts'
import type { OutputFolder } from './output-folder.ts'

export interface CopiedFiles {
  count: number
  bytes: number
  /** Keys that rows refer to but no store has. */
  missing: string[]
}

interface Given {
  readonly db: Queryable
  readonly files: Files
  readonly folder: OutputFolder
  readonly inside: string
  readonly environmentId: string
}

const PAGE = 200

const ListedFile = z.object({ fileKey: z.string(), path: z.string() })
type ListedFile = z.infer<typeof ListedFile>

async function* pagesOf(path: string): AsyncGenerator<ListedFile[]> {
  let page: ListedFile[] = []
  for await (const line of createInterface({ input: createReadStream(path) })) {
    page.push(readStored(ListedFile, line, 'line of files.jsonl'))
    if (page.length < PAGE) continue
    yield page
    page = []
  }
  yield page
}

/** Copies the files listed in `files.jsonl`; files of other environments are skipped. */
export async function exportFiles(options: Given): Promise<CopiedFiles> {
  const copied: CopiedFiles = { count: 0, bytes: 0, missing: [] }
  for await (const page of pagesOf(options.folder.pathOf(`${options.inside}/files.jsonl`))) {
    const keys = page.map(({ fileKey }) => fileKey)
    const uploads = (await findUploads(options.db, keys)).filter(
      ({ environmentId }) => environmentId === options.environmentId,
    )
    const uploadByKey = new Map(uploads.map((upload) => [upload.key, upload]))
    for (const { fileKey, path } of page) {
      const bytes = await copyFile(options, { upload: uploadByKey.get(fileKey), path })
      if (bytes === undefined) copied.missing.push(fileKey)
      else {
        copied.count += 1
        copied.bytes += bytes
      }
    }
  }
  return copied
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

async function copyFile(
  { files, folder, inside }: Given,
  { upload, path }: { upload: Upload | undefined; path: string },
): Promise<number | undefined> {
  const store = upload && files.in(upload.store)
  const stored = store && (await store.find(upload.key))
  if (!stored) return undefined
  // A row that refers to a file twice exports it once.
  if (await isThere(folder.pathOf(`${inside}/${path}`))) return 0
  let bytes = 0
  await folder.file(`${inside}/${path}`, async (file) => {
    for await (const piece of await store.read(upload.key)) {
      await file.writeBytes(piece)
      bytes += piece.length
    }
  })
  return bytes
}
