import type { ColumnOf, FieldIssue } from '@plinth/contract'
import { acceptsFileType } from '@plinth/schema'
import { openKeyedQueue } from '../../foundation/concurrency/keyed-queue.ts'
import { invalid } from '../../foundation/http/errors/api-error.ts'
import type { RowsContext } from '../context.ts'
import { newFileKey } from '../file-store/file-key.ts'
import type { Acl, StoreKind } from '../file-store/file-store.ts'
import { isFileName } from '../file-store/is-file-name.ts'
import { isMediaType } from '../file-store/is-media-type.ts'
import { recordUploads } from '../file-store/upload-store.ts'
import { callingAddress } from '../request/calling-address.ts'
import { requireFreeSpace } from '../request/require-free-space.ts'
import { type RowCall, type RowRequest, releaseRoom } from '../request/row-request.ts'
import { reserveBytes, reservedFor } from './reserve-bytes.ts'
import { type UploadCaller, uploadCallerOf } from './upload-caller.ts'
import { uploadLengthOf } from './upload-length.ts'

const VALID_SECONDS = 15 * 60

type FileColumn = ColumnOf<'image' | 'file'>

interface Announced {
  readonly fileName: string
  readonly fileType: string
  /** Undefined if unknown. */
  readonly fileSize: number | undefined
  readonly path: string
}

interface SignInput {
  readonly call: Pick<RowCall, 'caller' | 'request'>
  readonly rowRequest: RowRequest
  readonly column: FileColumn
  /** ACL once a row references the files. */
  readonly acl: Acl
  readonly files: readonly Announced[]
}

function check({ options }: FileColumn, files: readonly Announced[]): FieldIssue[] {
  return files.flatMap(({ fileName, fileType, fileSize, path }): FieldIssue[] => {
    if (!isFileName(fileName))
      return [{ path, message: 'Must have a name without control characters' }]
    if (fileType !== '' && !isMediaType(fileType))
      return [{ path, message: 'Must have a media type such as image/png' }]
    if (fileSize !== undefined && fileSize > options.maxFileSize)
      return [{ path, message: `Must have at most ${options.maxFileSize} bytes` }]
    if (!acceptsFileType(options.fileTypes, { fileType, fileName }))
      return [{ path, message: 'Must be of a type that this field takes' }]
    return []
  })
}

function planUploads({ rowRequest, column, acl, files }: SignInput, caller: string) {
  const { environment, table } = rowRequest
  const folder = [environment.projectId, table.id, column.id]
  return files.map(({ fileName, fileType, fileSize }) => {
    const length = uploadLengthOf(fileSize, column.options)
    return {
      key: newFileKey({ folder, fileName }),
      environmentId: environment.id,
      tableId: table.id,
      columnId: column.id,
      fileName,
      type: fileType || 'application/octet-stream',
      acl,
      size: fileSize ?? null,
      reserved: reservedFor('exact' in length ? length.exact : length.max),
      caller,
      length,
    }
  })
}

/** One request per project takes the lock at a time, so that waiting ones hold no database connection. */
const projectQueue = openKeyedQueue()

/** Records uploads within the limits of unconfirmed bytes; returns their store. */
function reserve(
  { db, env, files }: RowsContext,
  options: {
    projectId: string
    caller: UploadCaller
    uploads: ReturnType<typeof planUploads>
  },
): Promise<StoreKind> {
  const { projectId, caller, uploads } = options
  const bytes = uploads.reduce((sum, { reserved }) => sum + reserved, 0)
  const maxBytes = env.uploads.maxUnconfirmedBytes
  const reservation = { projectId, caller, files: uploads.length, bytes, maxBytes }
  return projectQueue(projectId, () =>
    db.transaction(async (transaction) => {
      await reserveBytes(transaction, reservation)
      return recordUploads(transaction, { uploads, home: files.home })
    }),
  )
}

/**
 * Signs an upload URL for each file within the limits of caller and project. Records the terms, to compare them with the
 * uploaded file.
 */
export async function signUploads(context: RowsContext, input: SignInput): Promise<string[]> {
  const { files: stores, uploadLimit } = context
  const { call, rowRequest, column, files } = input
  const { projectId, id: environmentId } = rowRequest.environment
  const issues = check(column, files)
  if (issues.length > 0) throw invalid(issues)
  const address = await callingAddress(rowRequest, call.request)
  const caller = uploadCallerOf(call.caller, { environmentId, ...address })
  await uploadLimit.spend(caller, { projectId, addresses: files.length })
  const uploads = planUploads(input, caller.name)
  const fileBytes = uploads.reduce((sum, { size, reserved }) => sum + (size ?? reserved), 0)
  const release = await context.usage.reserveRoom(projectId, { fileBytes })
  if (release) rowRequest.reserved.push(release)
  if (stores.home === 'disk') await requireFreeSpace(context.env, fileBytes)
  const kind = await reserve(context, { projectId, caller, uploads })
  releaseRoom(rowRequest)
  context.usage.addStorage(projectId, { fileBytes })
  return Promise.all(
    uploads.map(({ key, type, length }) => {
      // A signed PUT of an object store requires an exact length; other uploads are received and measured here.
      const { staging } = 'exact' in length ? stores.in(kind) : stores.in('disk')
      return staging.signUpload({ key, type, length, expiresInSeconds: VALID_SECONDS })
    }),
  )
}
