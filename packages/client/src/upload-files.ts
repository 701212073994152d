import { type EnvironmentName, type FileValue, requestUpload } from '@plinth/contract'
import type { Client } from './create-client.ts'
import { log } from './log.ts'

type Fields = Record<string, unknown>

function nameOf(file: Blob): string {
  return 'name' in file && typeof file.name === 'string' && file.name !== '' ? file.name : 'file'
}

/** The signed URL contains both headers that the store verifies. */
function headersIn(address: URL, file: Blob): Record<string, string> {
  const type = address.searchParams.get('Content-Type') ?? file.type
  const acl = address.searchParams.get('x-amz-acl')
  return { ...(type && { 'Content-Type': type }), ...(acl && { 'x-amz-acl': acl }) }
}

/** Keys begin with the project id; any path before it belongs to the store. */
function keyIn({ pathname }: URL): string {
  const path = decodeURIComponent(pathname)
  return path.slice(Math.max(path.indexOf('/prj_'), 0) + 1)
}

/** Request of an upload to a signed URL, and the descriptor to store in the row. */
export function prepareUpload(
  file: Blob,
  signed: string,
): { headers: Record<string, string>; value: FileValue } {
  const address = new URL(signed)
  const value = {
    fileName: nameOf(file),
    fileSize: file.size,
    fileType: file.type,
    fileKey: keyIn(address),
    url: `${address.origin}${address.pathname}`,
  }
  return { headers: headersIn(address, file), value }
}

async function send(file: Blob, signed: string): Promise<FileValue> {
  const { headers, value } = prepareUpload(file, signed)
  const answer = await fetch(signed, { method: 'PUT', body: file, headers })
  if (!answer.ok) throw new Error(`The store answered ${answer.status}`)
  return value
}

interface Place {
  client: Client
  /** Project and environment, as for rows. */
  query: { $projectId?: string | undefined; $environment?: EnvironmentName | undefined }
  tableName: string
  columnName: string
}

/** Uploaded files in input order; failed uploads are missing. */
async function sendAll(files: readonly Blob[], place: Place): Promise<Map<Blob, FileValue>> {
  const { client, query, ...column } = place
  const stored = new Map<Blob, FileValue>()
  const failed = (error: unknown) => log.error(`Uploading to ${column.columnName} failed`, error)
  try {
    const described = files.map((file) => ({
      fileName: nameOf(file),
      fileSize: file.size,
      fileType: file.type,
    }))
    const { urls } = await client.call(requestUpload, {
      query,
      body: { ...column, files: described },
    })
    const uploads = files.map(async (file, at) =>
      send(file, urls[at] ?? '').then((value) => stored.set(file, value), failed),
    )
    await Promise.all(uploads)
  } catch (error) {
    failed(error)
  }
  return stored
}

/** Uploads the files of a record and replaces them with descriptors; failed uploads are omitted. */
export async function uploadFiles(
  record: Fields,
  place: Omit<Place, 'columnName'>,
): Promise<Fields> {
  const entries = Object.entries(record).map(async ([columnName, value]) => {
    const files = [value].flat().filter((one): one is Blob => one instanceof Blob)
    if (files.length === 0) return [columnName, value] as const
    const stored = await sendAll(files, { ...place, columnName })
    const replaced = [value]
      .flat()
      .flatMap((one) => (one instanceof Blob ? (stored.get(one) ?? []) : [one]))
    return [columnName, Array.isArray(value) ? replaced : replaced[0]] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}
