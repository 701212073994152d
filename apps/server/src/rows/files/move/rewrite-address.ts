import type { RowsContext } from '../../context.ts'
import { holdsFile } from '../../file-store/holds-file.ts'
import { changeCell } from '../../write/change-cell.ts'
import { findHome } from './find-home.ts'
import type { PlacedFile } from './move-store.ts'

const TRIES = 20

function withAddress(cell: unknown, { key, url }: { key: string; url: string }): unknown {
  const change = (file: unknown) => (holdsFile(file, key) ? { ...(file as object), url } : file)
  return Array.isArray(cell) ? cell.map(change) : change(cell)
}

/** Has the row that holds a file say where it lies now; whatever others write there meanwhile stays. */
export async function rewriteAddress(
  context: Pick<RowsContext, 'environments' | 'files'>,
  file: PlacedFile,
): Promise<void> {
  const home = file.rowId === null ? undefined : await findHome(context, file)
  if (!home || file.rowId === null) return
  const { key, rowId: id } = file
  const url = context.files.in(file.store).publicUrl(key)
  const change = (cell: unknown) => withAddress(cell, { key, url })
  // Files of one cell are moved beside each other, so that somebody is often faster.
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    if (await changeCell(home, { id, column: home.column.name, change })) return
  }
  throw new Error(`The row ${id} is being changed all the time`)
}
