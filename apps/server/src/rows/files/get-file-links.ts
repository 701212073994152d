import { getFileLinks as endpoint } from '@plinth/contract'
import { asId } from '../../databases/sql/bind-values.ts'
import { route } from '../../foundation/http/calls/route.ts'
import type { RowsContext } from '../context.ts'
import { asAttachment, contentDisposition } from '../file-store/content-disposition.ts'
import { holdsFile } from '../file-store/holds-file.ts'
import { PICTURED, thumbnailKeyOf } from '../file-store/thumbnail-key.ts'
import { findUploads, type Upload } from '../file-store/upload-store.ts'
import { readSeenRows } from '../read/read-seen-rows.ts'
import { type Ask, withTable } from '../request/ask.ts'
import { asRowQuery } from './as-row-query.ts'
import { findFileColumn } from './request-upload.ts'

const VALID_SECONDS = 5 * 60

type Wanted = 'thumbnail' | 'view' | 'download'

/** An address for as long as somebody looks; a public file has one that caches keep. */
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

/** The files that rows hold which the caller may see, of those that were asked for. */
async function findSeen(
  context: RowsContext,
  given: { ask: Ask; columnName: string; files: readonly { rowId: string; fileKey: string }[] },
): Promise<readonly Upload[]> {
  const { ask, columnName, files } = given
  const column = findFileColumn(ask, columnName)
  const ids = new Set(files.flatMap(({ rowId }) => asId(rowId) ?? []))
  const keys = files.map(({ fileKey }) => fileKey)
  const [rows, uploads] = await Promise.all([
    readSeenRows(ask, [...ids]),
    findUploads(context.db, keys),
  ])
  return uploads.filter(
    (upload) =>
      upload.environmentId === ask.environment.id &&
      upload.tableId === ask.table.id &&
      upload.columnId === column.id &&
      upload.rowId !== null &&
      holdsFile(rows.get(upload.rowId)?.[columnName], upload.key),
  )
}

/** What may not be seen is left out, as if it were not there. */
export const getFileLinks = route(endpoint, async (call, context: RowsContext) => {
  const { tableName, columnName, want, files } = call.body
  const asked = { ...call, params: { table: tableName }, query: asRowQuery(call.query) }
  const seen = await withTable({ call: asked, context, operation: 'view' }, (ask) =>
    findSeen(context, { ask, columnName, files }),
  )
  const links = seen.map(async (upload) => ({
    fileKey: upload.key,
    url: await linkTo(context, { upload, want }),
    isWaiting: want === 'thumbnail' && upload.thumbnail === null && PICTURED.includes(upload.type),
  }))
  return { links: await Promise.all(links) }
})
