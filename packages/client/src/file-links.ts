import { getFileLinks } from './protocol/routes.ts'
import type { FileLink, FileValue, LinkKind } from './protocol/wire-types.ts'
import type { CallOptions } from './transport/request-of.ts'
import type { UploadPlace } from './upload-files.ts'

/** The server's limit of files per call. */
const FILES_PER_CALL = 90

interface NamedFile {
  rowId: string
  fileKey: string
}

/** The files in one column of rows, in their order. */
export function filesOf(rows: readonly { id: string }[], columnName: string): NamedFile[] {
  return rows.flatMap((row) => {
    const value = (row as Record<string, unknown>)[columnName]
    const files = [value].flat().filter((one) => one !== null && one !== undefined) as FileValue[]
    return files.map(({ fileKey }) => ({ rowId: row.id, fileKey }))
  })
}

/** Signed URLs of files in rows, in the order of the files. */
export async function fetchLinks(
  files: readonly NamedFile[],
  { client, query, ...column }: UploadPlace,
  { want, ...options }: { want: LinkKind } & CallOptions,
): Promise<FileLink[]> {
  const links: FileLink[] = []
  for (let at = 0; at < files.length; at += FILES_PER_CALL) {
    const body = { ...column, want, files: files.slice(at, at + FILES_PER_CALL) }
    const answer = await client.call(getFileLinks, { query, body, ...options })
    links.push(...answer.links)
  }
  return links
}
