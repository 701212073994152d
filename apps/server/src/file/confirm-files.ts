import type { ColumnOf, FieldIssue, FileValue } from '@plinth/contract'
import type { Context } from '../context.ts'
import type { DataTable } from '../data/compile/data-model.ts'
import type { SentRow } from '../data/compile/write-plan.ts'
import { invalid } from '../http/refusal.ts'
import { sniffFile } from './sniff-file.ts'
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

type Inspected = { fault: string } | { size: number }

/** How large the store's file is, or why it is not the one that was announced. */
async function inspect(
  { files }: Pick<Context, 'files'>,
  { upload, column }: { upload: Upload; column: FileColumn },
): Promise<Inspected> {
  const stored = await files.find(upload.key)
  if (!stored) return { fault: 'The upload has not arrived' }
  const { maxFileSize } = column.options
  if (stored.size > maxFileSize) return { fault: `Must have at most ${maxFileSize} bytes` }
  if (upload.size !== null && stored.size !== upload.size)
    return { fault: 'The upload is not complete' }
  const sniffed = await sniffFile(files, upload.key)
  if (column.type === 'image' && !sniffed?.startsWith('image/'))
    return { fault: 'Must be an image' }
  if (sniffed && sniffed !== upload.type) return { fault: `Is really ${sniffed}` }
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
    const values = new Map(row.values)
    const claimed: { key: string; path: string }[] = []
    for (const column of columns) {
      const value = values.get(column.name)
      const confirmed: FileValue[] = []
      for (const file of filesIn(value)) {
        const at = `${path}${column.name}`
        const upload = known.get(file.fileKey)
        const isHere =
          upload?.environmentId === place.environmentId &&
          upload.tableId === place.table.id &&
          upload.columnId === column.id
        const inspected = isHere ? await inspect(context, { upload, column }) : { fault: NOT_THERE }
        if (!upload || 'fault' in inspected) {
          issues.push({ path: at, message: 'fault' in inspected ? inspected.fault : NOT_THERE })
          continue
        }
        claimed.push({ key: upload.key, path: at })
        confirmed.push(describe(context, { upload, size: inspected.size }))
      }
      if (confirmed.length > 0)
        values.set(column.name, Array.isArray(value) ? confirmed : confirmed[0])
    }
    const keys = claimed.map(({ key }) => key)
    const own = keys.length === 0 ? [] : await claimUploads(context.db, { rowId: row.id, keys })
    for (const { key, path: at } of claimed)
      if (!own.includes(key)) issues.push({ path: at, message: NOT_THERE })
    rows.push({ id: row.id, values })
  }
  if (issues.length > 0) throw invalid(issues.slice(0, 100))
  return rows
}

function describe(
  { files }: Pick<Context, 'files'>,
  { upload, size }: { upload: Upload; size: number },
): FileValue {
  const { key, fileName, type } = upload
  return {
    fileName,
    fileSize: size,
    fileType: type,
    fileKey: key,
    url: files.publicUrl(key),
  }
}
