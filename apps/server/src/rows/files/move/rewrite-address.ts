import type { RowsContext } from '../../context.ts'
import { cellHasFile } from '../../file-store/cell-has-file.ts'
import { changeCell } from '../../write/change-cell.ts'
import { findOwningColumn } from './find-owning-column.ts'
import type { PlacedFile } from './move-store.ts'

const MAX_ATTEMPTS = 20

function withAddress(cell: unknown, { key, url }: { key: string; url: string }): unknown {
  const change = (file: unknown) => (cellHasFile(file, key) ? { ...(file as object), url } : file)
  return Array.isArray(cell) ? cell.map(change) : change(cell)
}

/** Updates the URL of a file in its row, without overwriting concurrent changes. */
export async function rewriteAddress(
  context: Pick<RowsContext, 'environments' | 'files'>,
  file: PlacedFile,
): Promise<void> {
  const home = file.rowId === null ? undefined : await findOwningColumn(context, file)
  if (!home || file.rowId === null) return
  const { key, rowId: id } = file
  const url = context.files.in(file.store).publicUrl(key)
  const change = (cell: unknown) => withAddress(cell, { key, url })
  // Files of one cell are moved concurrently, so conflicts are common.
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    if (await changeCell(home, { id, column: home.column.name, change })) return
  }
  throw new Error(`move-files: row ${id} kept changing, giving up`)
}
