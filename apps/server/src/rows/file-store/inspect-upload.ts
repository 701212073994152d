import type { ColumnOf } from '@plinth/contract'
import type { RowsContext } from '../context.ts'
import type { StoreKind } from './file-store.ts'
import { isSameType, SNIFFED_BYTES, sniffFile } from './sniff-file.ts'
import type { Upload } from './upload-store.ts'

interface Uploaded {
  readonly upload: Upload
  readonly column: ColumnOf<'image' | 'file'>
}

type Inspected = { fault: string } | { size: number; etag: string }

const NOT_ARRIVED = 'The upload has not arrived'

/** The size and ETag of an upload, or how it differs from what was announced. */
export async function inspectUpload(
  { files }: Pick<RowsContext, 'files'>,
  { upload, column }: Uploaded,
): Promise<Inspected> {
  const store = files.in(upload.store)
  const stored = await (upload.isConfirmed ? store : store.staging).peek(upload.key, SNIFFED_BYTES)
  if (!stored) return { fault: NOT_ARRIVED }
  const { size, etag } = stored
  const { maxFileSize } = column.options
  if (size > maxFileSize) return { fault: `Must have at most ${maxFileSize} bytes` }
  if (upload.size !== null && size !== upload.size) return { fault: 'The upload is not complete' }
  const sniffed = await sniffFile(stored.start)
  if (column.type === 'image' && !sniffed?.startsWith('image/'))
    return { fault: 'Must be an image' }
  if (sniffed && !isSameType(sniffed, upload.type)) return { fault: `Is really ${sniffed}` }
  return { size, etag }
}

/**
 * Moves an inspected upload out of reach of its upload URL. If it was overwritten after the inspection, it is inspected
 * again, so that every accepted file was inspected.
 */
export async function acceptUpload(
  context: Pick<RowsContext, 'files'>,
  found: Uploaded & { size: number; etag: string; store: StoreKind },
): Promise<Inspected> {
  const { upload, column, size, etag, store } = found
  if (upload.isConfirmed) return { size, etag }
  const accepted = await context.files.in(store).staging.accept(upload.key)
  if (accepted === undefined) return { fault: NOT_ARRIVED }
  if (accepted === etag) return { size, etag }
  return inspectUpload(context, { upload: { ...upload, store, isConfirmed: true }, column })
}
