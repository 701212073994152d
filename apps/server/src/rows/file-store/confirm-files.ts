import type { ColumnOf, FieldIssue, FileValue } from '@plinth/contract'
import type { DataTable } from '../../databases/sql/data-model.ts'
import { invalid } from '../../foundation/http/errors/api-error.ts'
import type { RowsContext } from '../context.ts'
import type { SentRow } from '../statements/write/write-plan.ts'
import { unstagedKeyOf } from './file-key.ts'
import type { StoreKind } from './file-store.ts'
import { acceptUpload, inspectUpload } from './inspect-upload.ts'
import { protectFile } from './protect-files.ts'
import { claimUploads, findUploads, type Upload } from './upload-store.ts'

type FileColumn = ColumnOf<'image' | 'file'>

interface Sent {
  readonly row: SentRow
  /** Prefix of field names in errors. */
  readonly path: string
}

interface FileTarget {
  readonly environmentId: string
  readonly table: DataTable
}

const cache = new WeakMap<DataTable, readonly FileColumn[]>()

/** The image and file columns of a table. */
export function fileColumnsOf(table: DataTable): readonly FileColumn[] {
  const found =
    cache.get(table) ??
    table.definition.columns.filter(
      (column): column is FileColumn => column.type === 'image' || column.type === 'file',
    )
  cache.set(table, found)
  return found
}

/** The files of a cell. */
export function filesIn(value: unknown): readonly FileValue[] {
  if (value === null || value === undefined) return []
  return (Array.isArray(value) ? value : [value]) as FileValue[]
}

const NOT_THERE = 'Names a file that was not uploaded for this field'

/** An uploaded file that passed inspection. */
interface Found {
  readonly upload: Upload
  readonly column: FileColumn
  readonly size: number
  readonly etag: string
  /** Path of the field for errors. */
  readonly at: string
}

/** Concurrent requests to the stores. */
const AT_ONCE = 8
const NONE: ReadonlyMap<string, StoreKind> = new Map()

/** A file reference in a sent row. */
interface Named {
  readonly row: SentRow
  readonly column: FileColumn
  readonly fileKey: string
  readonly at: string
}

function namedIn(table: DataTable, sent: readonly Sent[]): readonly Named[] {
  return sent.flatMap(({ row, path }) =>
    fileColumnsOf(table).flatMap((column) =>
      filesIn(row.values.get(column.name)).map(({ fileKey }) => ({
        row,
        column,
        // Some clients send the whole path of the upload URL as the key.
        fileKey: unstagedKeyOf(fileKey),
        at: `${path}${column.name}`,
      })),
    ),
  )
}

/** Inspects all files in their stores, a few at a time. */
async function findAll(
  context: Pick<RowsContext, 'db' | 'files'>,
  { target, named }: { target: FileTarget; named: readonly Named[] },
): Promise<(Found | FieldIssue)[]> {
  const keys = named.map(({ fileKey }) => fileKey)
  const known = new Map((await findUploads(context.db, keys)).map((each) => [each.key, each]))
  const findOne = async ({ column, fileKey, at }: Named): Promise<Found | FieldIssue> => {
    const upload = known.get(fileKey)
    const isHere =
      upload?.environmentId === target.environmentId &&
      upload.tableId === target.table.id &&
      upload.columnId === column.id
    if (!isHere) return { path: at, message: NOT_THERE }
    const inspected = await inspectUpload(context, { upload, column })
    if ('fault' in inspected) return { path: at, message: inspected.fault }
    return { upload, at, column, ...inspected }
  }
  const results: (Found | FieldIssue)[] = []
  for (let at = 0; at < named.length; at += AT_ONCE)
    results.push(...(await Promise.all(named.slice(at, at + AT_ONCE).map(findOne))))
  return results
}

/** Claims files for their row, and makes those private whose field became protected after signing. */
async function claim(
  { db, files }: Pick<RowsContext, 'db' | 'files'>,
  { row, found }: { row: SentRow; found: readonly Found[] },
): Promise<ReadonlyMap<string, StoreKind>> {
  if (found.length === 0) return NONE
  const keys = found.map(({ upload }) => upload.key)
  const own = await claimUploads(db, { rowId: row.id, keys })
  for (const { upload, column } of found) {
    const { key, acl } = upload
    if (column.options.isProtected && acl === 'public-read' && own.has(key))
      await db.transaction((transaction) => protectFile(transaction, { files, key }))
  }
  return own
}

/**
 * Accepts only files that exist in the store, were uploaded for this field and belong to no other row. Name, size and
 * URL come from our records, not from the caller.
 */
export async function confirmFiles(
  context: Pick<RowsContext, 'db' | 'files'>,
  { target, sent }: { target: FileTarget; sent: readonly Sent[] },
): Promise<readonly SentRow[]> {
  const named = namedIn(target.table, sent)
  if (named.length === 0) return sent.map(({ row }) => row)
  const results = await findAll(context, { target, named })
  const issues = results.filter((result) => 'message' in result)
  if (issues.length > 0) throw invalid(issues.slice(0, 100))
  const rows: SentRow[] = []
  for (const { row } of sent) {
    const found = results.filter(
      (result, at): result is Found => 'upload' in result && named[at]?.row === row,
    )
    const own = await claim(context, { row, found })
    const accepted: Found[] = []
    for (const each of found) {
      const store = own.get(each.upload.key)
      const result = store ? await acceptUpload(context, { ...each, store }) : { fault: NOT_THERE }
      if ('fault' in result) issues.push({ path: each.at, message: result.fault })
      else accepted.push({ ...each, ...result })
    }
    rows.push({ id: row.id, values: described(context, { row, found: accepted, own }) })
  }
  if (issues.length > 0) throw invalid(issues.slice(0, 100))
  return rows
}

/** The sent values with file descriptions from our records. */
function described(
  { files }: Pick<RowsContext, 'files'>,
  options: { row: SentRow; found: readonly Found[]; own: ReadonlyMap<string, StoreKind> },
): ReadonlyMap<string, unknown> {
  const values = new Map(options.row.values)
  for (const { upload, column, size } of options.found) {
    const { key, fileName, type } = upload
    const url = files.in(options.own.get(key) ?? upload.store).publicUrl(key)
    const file: FileValue = { fileName, fileSize: size, fileType: type, fileKey: key, url }
    const now = values.get(column.name)
    const replaced = filesIn(now).map((one) => (unstagedKeyOf(one.fileKey) === key ? file : one))
    values.set(column.name, Array.isArray(now) ? replaced : replaced[0])
  }
  return values
}
