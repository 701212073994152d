import { getFileLinks as endpoint } from '@plinth/contract'
import { asId } from '../../databases/sql/bind-values.ts'
import { route } from '../../foundation/http/calls/route.ts'
import type { RowsContext } from '../context.ts'
import { cellHasFile } from '../file-store/cell-has-file.ts'
import { asAttachment, contentDisposition } from '../file-store/content-disposition.ts'
import { THUMBNAIL_TYPES, thumbnailKeyOf } from '../file-store/thumbnail-key.ts'
import { findUploads, type Upload } from '../file-store/upload-store.ts'
import { readVisibleRows } from '../read/read-visible-rows.ts'
import { type RowRequest, withTable } from '../request/row-request.ts'
import { asRowQuery } from './as-row-query.ts'
import { findFileColumn } from './request-upload.ts'

const VALID_SECONDS = 5 * 60

type Wanted = 'thumbnail' | 'view' | 'download'

/** A short-lived signed URL, or the cacheable unsigned URL of a public file. */
async function linkTo(
  { files }: RowsContext,
  { upload, want }: { upload: Upload; want: Wanted },
): Promise<string | null> {
  const { isPublic, type, fileName, thumbnail } = upload
  if (want === 'thumbnail' && thumbnail !== 'made') return null
  const store = files.in(upload.store)
  const key = want === 'thumbnail' ? thumbnailKeyOf(upload.key) : upload.key
  if (isPublic && want !== 'download') return store.publicUrl(key)
  const named = want === 'thumbnail' ? { type: 'image/webp', fileName: 'small.webp' } : upload
  const disposition =
    want === 'download' ? asAttachment({ type, fileName }) : contentDisposition(named)
  return store.signDownload({ key, disposition, expiresInSeconds: VALID_SECONDS })
}

/** The requested files whose rows the caller may see. */
async function findVisible(
  context: RowsContext,
  options: {
    rowRequest: RowRequest
    columnName: string
    files: readonly { rowId: string; fileKey: string }[]
  },
): Promise<readonly Upload[]> {
  const { rowRequest, columnName, files } = options
  const column = findFileColumn(rowRequest, columnName)
  const ids = new Set(files.flatMap(({ rowId }) => asId(rowId) ?? []))
  const keys = files.map(({ fileKey }) => fileKey)
  const [rows, uploads] = await Promise.all([
    readVisibleRows(rowRequest, [...ids]),
    findUploads(context.db, keys),
  ])
  return uploads.filter(
    (upload) =>
      upload.environmentId === rowRequest.environment.id &&
      upload.tableId === rowRequest.table.id &&
      upload.columnId === column.id &&
      upload.rowId !== null &&
      cellHasFile(rows.get(upload.rowId)?.[columnName], upload.key),
  )
}

/** Leaves out files that the caller may not see, as if they did not exist. */
export const getFileLinks = route(endpoint, async (call, context: RowsContext) => {
  const { tableName, columnName, want, files } = call.body
  const rowCall = { ...call, params: { table: tableName }, query: asRowQuery(call.query) }
  const seen = await withTable({ call: rowCall, context, operation: 'view' }, (rowRequest) =>
    findVisible(context, { rowRequest, columnName, files }),
  )
  const links = seen.map(async (upload) => ({
    fileKey: upload.key,
    url: await linkTo(context, { upload, want }),
    isWaiting:
      want === 'thumbnail' && upload.thumbnail === null && THUMBNAIL_TYPES.includes(upload.type),
  }))
  return { links: await Promise.all(links) }
})
