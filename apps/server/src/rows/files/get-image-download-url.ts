import { getImageDownloadUrl as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { RowsContext } from '../context.ts'
import { cellHasFile } from '../file-store/cell-has-file.ts'
import { contentDisposition } from '../file-store/content-disposition.ts'
import { isFileKey, unstagedKeyOf } from '../file-store/file-key.ts'
import { findUploads } from '../file-store/upload-store.ts'
import { withTable } from '../request/row-request.ts'
import { readVisibleRow } from '../write/update-row.ts'
import { asRowQuery } from './as-row-query.ts'
import { findFileColumn } from './request-upload.ts'

const VALID_SECONDS = 5 * 60
const unknown = () => new ApiError('bad_request', 'This is not the URL of a file you may see.')

/** The file key in a URL of one of our stores; throws for other URLs, which must not be signed. */
function keyIn({ files }: RowsContext, address: string): string {
  const path = address.split(/[?#]/)[0] ?? ''
  const base = files.all.map((store) => store.publicUrl('')).find((url) => path.startsWith(url))
  const key = unstagedKeyOf(path.slice(base?.length ?? 0))
  if (!isFileKey(key)) throw unknown()
  return key
}

/** Signs only files of rows that the caller may see. */
export const getImageDownloadUrl = route(endpoint, async (call, context: RowsContext) => {
  const { tableName, columnName, imageurl, projectId } = call.body
  const key = keyIn(context, imageurl)
  const query = asRowQuery(call.query, projectId)
  const rowCall = { ...call, params: { table: tableName }, query }
  return withTable({ call: rowCall, context, operation: 'view' }, async (rowRequest) => {
    const column = findFileColumn(rowRequest, columnName)
    const [upload] = await findUploads(context.db, [key])
    const isHere =
      upload?.environmentId === rowRequest.environment.id &&
      upload.tableId === rowRequest.table.id &&
      upload.columnId === column.id
    if (!isHere || upload.rowId === null) throw unknown()
    const view = { columns: new Set(['id', columnName]), relations: new Map() }
    const row = await readVisibleRow(rowRequest, upload.rowId, view)
    if (!row || !cellHasFile(row[columnName], key)) throw unknown()
    const store = context.files.in(upload.store)
    if (upload.isPublic) return { url: store.publicUrl(key) }
    const disposition = contentDisposition(upload)
    const terms = { key, disposition, expiresInSeconds: VALID_SECONDS }
    return { url: await store.signDownload(terms) }
  })
})
