import type { ColumnOf, FieldIssue, FileValue } from '@plinth/contract'
import type { Context } from '../context.ts'
import type { DataTable } from '../data/compile/data-model.ts'
import type { SentRow } from '../data/compile/write-plan.ts'
import { invalid } from '../http/refusal.ts'
import type { StoreKind } from './file-store.ts'
import { isSameType, sniffFile } from './sniff-file.ts'
import { claimUploads, findUploads, type Upload } from './upload-store.ts'

type FileColumn = ColumnOf<'image' | 'file'>

interface Sent {
  readonly row: SentRow
  /** Stands before the names of fields. */
  readonly path: string
}

interface Place {
  readonly environmentId: string
  readonly table: DataTable
}

/** The columns of a table that hold files. */
export function fileColumnsOf(table: DataTable): readonly FileColumn[] {
  return table.definition.columns.filter(
    (column): column is FileColumn => column.type === 'image' || column.type === 'file',
  )
}

function filesIn(value: unknown): readonly FileValue[] {
  if (value === null || value === undefined) return []
  return (Array.isArray(value) ? value : [value]) as FileValue[]
}

const NOT_THERE = 'Names a file that was not uploaded for this field'

/** A file that a row may have, as far as the file goes. */
interface Found {
  readonly upload: Upload
  readonly column: FileColumn
  readonly size: number
  /** Where the row names it. */
  readonly at: string
}

const NONE: ReadonlyMap<string, StoreKind> = new Map()

type Inspected = { fault: string } | { size: number }

/** How large the store's file is, or why it is not the one that was announced. */
async function inspect(
  { files }: Pick<Context, 'files'>,
  { upload, column }: { upload: Upload; column: FileColumn },
): Promise<Inspected> {
  const store = files.in(upload.store)
  const stored = await store.find(upload.key)
  if (!stored) return { fault: 'The upload has not arrived' }
  const { maxFileSize } = column.options
  if (stored.size > maxFileSize) return { fault: `Must have at most ${maxFileSize} bytes` }
  if (upload.size !== null && stored.size !== upload.size)
    return { fault: 'The upload is not complete' }
  const sniffed = await sniffFile(store, upload.key)
  if (column.type === 'image' && !sniffed?.startsWith('image/'))
    return { fault: 'Must be an image' }
  if (sniffed && !isSameType(sniffed, upload.type)) return { fault: `Is really ${sniffed}` }
  return { size: stored.size }
}

/**
 * Lets rows point only at files that the store has, that were uploaded for that very field, and that no
 * other row holds. What a file is called, how large it is and where it is comes from us, not from the caller.
 */
export async function confirmFiles(
  context: Pick<Context, 'db' | 'files'>,
  { place, sent }: { place: Place; sent: readonly Sent[] },
): Promise<readonly SentRow[]> {
  const columns = fileColumnsOf(place.table)
  const named = sent.flatMap(({ row }) =>
    columns.flatMap((column) => filesIn(row.values.get(column.name)).map((file) => file.fileKey)),
  )
  if (named.length === 0) return sent.map(({ row }) => row)
  const known = new Map(
    (await findUploads(context.db, named)).map((upload) => [upload.key, upload]),
  )
  const issues: FieldIssue[] = []
  const rows: SentRow[] = []
  for (const { row, path } of sent) {
    const found: Found[] = []
    for (const column of columns) {
      for (const file of filesIn(row.values.get(column.name))) {
        const at = `${path}${column.name}`
        const upload = known.get(file.fileKey)
        const isHere =
          upload?.environmentId === place.environmentId &&
          upload.tableId === place.table.id &&
          upload.columnId === column.id
        const inspected = isHere ? await inspect(context, { upload, column }) : { fault: NOT_THERE }
        if (upload && 'size' in inspected) found.push({ upload, at, column, size: inspected.size })
        else issues.push({ path: at, message: 'fault' in inspected ? inspected.fault : NOT_THERE })
      }
    }
    const keys = found.map(({ upload }) => upload.key)
    const own = keys.length === 0 ? NONE : await claimUploads(context.db, { rowId: row.id, keys })
    for (const { upload, at } of found)
      if (!own.has(upload.key)) issues.push({ path: at, message: NOT_THERE })
    rows.push({ id: row.id, values: described(context, { row, found, own }) })
  }
  if (issues.length > 0) throw invalid(issues.slice(0, 100))
  return rows
}

/** The sent values with the files in them as we know them. */
function described(
  { files }: Pick<Context, 'files'>,
  given: { row: SentRow; found: readonly Found[]; own: ReadonlyMap<string, StoreKind> },
): ReadonlyMap<string, unknown> {
  const values = new Map(given.row.values)
  for (const { upload, column, size } of given.found) {
    const { key, fileName, type } = upload
    const url = files.in(given.own.get(key) ?? upload.store).publicUrl(key)
    const file: FileValue = { fileName, fileSize: size, fileType: type, fileKey: key, url }
    const now = values.get(column.name)
    const replaced = filesIn(now).map((one) => (one.fileKey === key ? file : one))
    values.set(column.name, Array.isArray(now) ? replaced : replaced[0])
  }
  return values
}
