import { getImageDownloadUrl as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { Refusal } from '../../foundation/http/errors/refusal.ts'
import type { RowsContext } from '../context.ts'
import { contentDisposition } from '../file-store/content-disposition.ts'
import { isFileKey, unstagedKeyOf } from '../file-store/file-key.ts'
import { holdsFile } from '../file-store/holds-file.ts'
import { findUploads } from '../file-store/upload-store.ts'
import { withTable } from '../request/ask.ts'
import { readSeen } from '../write/change-row.ts'
import { asRowQuery } from './as-row-query.ts'
import { findFileColumn } from './request-upload.ts'

const VALID_SECONDS = 5 * 60
const unknown = () => new Refusal('bad_request', 'This is not the address of a file you may see.')

/** The key in an address of our own store; any other address is none of ours to sign. */
function keyIn({ files }: RowsContext, address: string): string {
  const path = address.split(/[?#]/)[0] ?? ''
  const base = files.all.map((store) => store.publicUrl('')).find((url) => path.startsWith(url))
  const key = unstagedKeyOf(path.slice(base?.length ?? 0))
  if (!isFileKey(key)) throw unknown()
  return key
}

/** Signs only what is held by a row that the caller may see. */
export const getImageDownloadUrl = route(endpoint, async (call, context: RowsContext) => {
  const { tableName, columnName, imageurl, projectId } = call.body
  const key = keyIn(context, imageurl)
  const query = asRowQuery(call.query, projectId)
  const asked = { ...call, params: { table: tableName }, query }
  return withTable({ call: asked, context, operation: 'view' }, async (ask) => {
    const column = findFileColumn(ask, columnName)
    const [upload] = await findUploads(context.db, [key])
    const isHere =
      upload?.environmentId === ask.environment.id &&
      upload.tableId === ask.table.id &&
      upload.columnId === column.id
    if (!isHere || upload.rowId === null) throw unknown()
    const row = await readSeen(ask, upload.rowId)
    if (!row || !holdsFile(row[columnName], key)) throw unknown()
    const store = context.files.in(upload.store)
    if (upload.isPublic) return { url: store.publicUrl(key) }
    const disposition = contentDisposition(upload)
    const terms = { key, disposition, expiresInSeconds: VALID_SECONDS }
    return { url: await store.signDownload(terms) }
  })
})
