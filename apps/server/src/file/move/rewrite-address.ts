import type { Data } from '@plinth/expression'
import type { Context } from '../../context.ts'
import { readOld } from '../../data/change-row.ts'
import { replaceCell } from '../../data/replace-cell.ts'
import { Refusal } from '../../http/refusal.ts'
import { findHome } from '../find-home.ts'
import { holdsFile } from '../holds-file.ts'
import type { PlacedFile } from './move-store.ts'

const TRIES = 5

async function readRow(home: Parameters<typeof readOld>[0], id: string): Promise<Data | undefined> {
  try {
    return await readOld(home, id)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return undefined
    throw error
  }
}

function withAddress(cell: unknown, { key, url }: { key: string; url: string }): unknown {
  const change = (file: unknown) => (holdsFile(file, key) ? { ...(file as object), url } : file)
  return Array.isArray(cell) ? cell.map(change) : change(cell)
}

/** Has the row that holds a file say where it lies now; whatever others write there meanwhile stays. */
export async function rewriteAddress(
  context: Pick<Context, 'environments' | 'files'>,
  file: PlacedFile,
): Promise<void> {
  const home = file.rowId === null ? undefined : await findHome(context, file)
  if (!home || file.rowId === null) return
  const { name } = home.column
  const url = context.files.in(file.store).publicUrl(file.key)
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const row = await readRow(home, file.rowId)
    if (!row || !holdsFile(row[name], file.key)) return
    const value = withAddress(row[name], { key: file.key, url })
    if (JSON.stringify(value) === JSON.stringify(row[name])) return
    if (await replaceCell(home, { row, column: name, value })) return
  }
  throw new Error(`The row ${file.rowId} is being changed all the time`)
}
