import { findUploads, type Upload } from '../../file-store/upload-store.ts'
import type { OpenTable } from '../../request/row-request.ts'
import type { ExportBudget } from './export-budget.ts'
import type { NamedFile } from './named-file.ts'

const FILES_AT_ONCE = 500
/** Base64 has four characters for three bytes. */
const BASE64 = 4 / 3

/** A cell is data that people write, so the file must be recorded for just this field of this row. */
function isOwn(upload: Upload, { table, field, rowId }: NamedFile, { environment }: OpenTable) {
  return (
    upload.environmentId === environment.id &&
    upload.tableId === table.id &&
    upload.columnId === table.columns.get(field)?.id &&
    upload.rowId === rowId &&
    upload.isConfirmed
  )
}

async function* contentOf({ context }: OpenTable, upload: Upload): AsyncGenerator<string> {
  let rest = Buffer.alloc(0)
  for await (const piece of await context.files.in(upload.store).read(upload.key)) {
    const bytes = Buffer.concat([rest, piece as Buffer])
    const whole = bytes.length - (bytes.length % 3)
    yield bytes.subarray(0, whole).toString('base64')
    rest = bytes.subarray(whole)
  }
  yield rest.toString('base64')
}

/** The files of exported rows with their content, as the items of a JSON list. */
export async function* writeUserFiles(
  open: OpenTable,
  files: readonly NamedFile[],
  budget: ExportBudget,
): AsyncGenerator<string> {
  let before = ''
  for (let at = 0; at < files.length; at += FILES_AT_ONCE) {
    const some = files.slice(at, at + FILES_AT_ONCE)
    const uploads = await findUploads(
      open.context.db,
      some.map(({ file }) => file.fileKey),
    )
    const found = new Map(uploads.map((upload) => [upload.key, upload]))
    for (const named of some) {
      const upload = found.get(named.file.fileKey)
      const what = `file ${named.file.fileName} of ${named.table.name}.${named.field}`
      const isThere = upload && isOwn(upload, named, open)
      if (!isThere || !budget.take(Math.ceil((upload.size ?? 0) * BASE64))) {
        budget.leftOut.push({ what, reason: isThere ? 'limit' : 'not stored' })
        continue
      }
      const { fileName, fileType, fileSize } = named.file
      const about = { table: named.table.name, field: named.field, row: named.rowId }
      const start = JSON.stringify({ ...about, fileName, fileType, fileSize }).slice(0, -1)
      yield `${before}${start},"content":"`
      yield* contentOf(open, upload)
      yield '"}'
      before = ',\n'
    }
  }
}
