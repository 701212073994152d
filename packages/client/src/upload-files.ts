import { RequestError } from './api-error.ts'
import type { Client } from './create-client.ts'
import { log } from './log.ts'
import { requestUpload } from './protocol/routes.ts'
import type { FileValue, Scope } from './protocol/wire-types.ts'
import { canceled } from './transport/outgoing.ts'
import { send } from './transport/send.ts'

type Fields = Record<string, unknown>

function nameOf(file: Blob): string {
  return 'name' in file && typeof file.name === 'string' && file.name !== '' ? file.name : 'file'
}

const describe = (file: Blob) => ({
  fileName: nameOf(file),
  fileSize: file.size,
  fileType: file.type,
})

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

export interface UploadOptions {
  signal?: AbortSignal | undefined
  /** Share of the bytes that were sent, from 0 to 1. Outside browsers it is only called at the end of each file. */
  onSent?: ((share: number) => void) | undefined
}

async function put(file: Blob, signed: string, options: UploadOptions): Promise<FileValue> {
  const address = new URL(signed)
  const headers = headersIn(address, file)
  const request = { method: 'PUT', url: signed, headers, body: file, ...options }
  const { status } = await send(request).catch((error: unknown) => {
    if (options.signal?.aborted || !(error instanceof RequestError)) throw error
    throw new Error('File storage could not be reached', { cause: error })
  })
  if (status < 200 || status > 299) throw new Error(`File storage returned ${status}`)
  return { ...describe(file), fileKey: keyIn(address), url: `${address.origin}${address.pathname}` }
}

/** The column that files are uploaded for. */
export interface UploadPlace {
  client: Client
  /** Project and environment, as for rows. */
  query: Scope
  tableName: string
  columnName: string
}

async function requestUrls(files: readonly Blob[], place: UploadPlace, signal?: AbortSignal) {
  const { client, query, ...column } = place
  const body = { ...column, files: files.map(describe) }
  const { urls } = await client.call(requestUpload, { query, body, ...(signal && { signal }) })
  if (signal?.aborted) throw canceled(signal)
  return urls
}

/** Uploads a file and returns the value to store in a row; rejects if it fails or is aborted. */
export async function uploadFile(
  file: Blob,
  place: UploadPlace,
  options: UploadOptions = {},
): Promise<FileValue> {
  const [url = ''] = await requestUrls([file], place, options.signal)
  return put(file, url, options)
}

/** Reports the progress of several files as one share. */
function shareOf(files: readonly Blob[], onSent: UploadOptions['onSent']) {
  const total = files.reduce((sum, { size }) => sum + size, 0)
  const sent = new Map<Blob, number>()
  return (file: Blob, share: number) => {
    sent.set(file, share * file.size)
    const sum = [...sent.values()].reduce((all, one) => all + one, 0)
    onSent?.(total === 0 ? share : sum / total)
  }
}

interface Uploading {
  signal: AbortSignal | undefined
  onFile: (file: Blob, share: number) => void
}

/** Uploaded files; failed uploads are logged and missing, an abort rejects. */
async function sendAll(files: readonly Blob[], place: UploadPlace, { signal, onFile }: Uploading) {
  const stored = new Map<Blob, FileValue>()
  const failed = (error: unknown) => {
    if (signal?.aborted) throw canceled(signal)
    log.error(`Uploading to ${place.columnName} failed`, error)
  }
  const urls = await requestUrls(files, place, signal).catch(failed)
  const uploads = (urls ?? []).map(async (url, at) => {
    const file = files[at]
    if (!file) return
    const onSent = (share: number) => onFile(file, share)
    await put(file, url, { signal, onSent }).then((value) => stored.set(file, value), failed)
  })
  await Promise.all(uploads)
  return stored
}

const filesIn = (value: unknown) => [value].flat().filter((one): one is Blob => one instanceof Blob)

/** Uploads the files of a record and replaces them with descriptors; failed uploads are omitted. */
export async function uploadFiles(
  record: Fields,
  place: Omit<UploadPlace, 'columnName'>,
  { signal, onSent }: UploadOptions = {},
): Promise<Fields> {
  const onFile = shareOf(Object.values(record).flatMap(filesIn), onSent)
  const entries = Object.entries(record).map(async ([columnName, value]) => {
    const files = filesIn(value)
    if (files.length === 0) return [columnName, value] as const
    const stored = await sendAll(files, { ...place, columnName }, { signal, onFile })
    const replaced = [value]
      .flat()
      .flatMap((one) => (one instanceof Blob ? (stored.get(one) ?? []) : [one]))
    return [columnName, Array.isArray(value) ? replaced : replaced[0]] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}
