import type { FileValue } from '@plinth/contract'
import type { DataTable } from '../../databases/sql/data-model.ts'
import type { Queryable } from '../../foundation/platform/database.ts'
import type { RowsContext } from '../context.ts'
import type { SentRow } from '../statements/write/write-plan.ts'
import { fileColumnsOf } from './confirm-files.ts'
import type { Files, StoreKind } from './file-store.ts'
import { confirmUploads, markPublic } from './unconfirmed-store.ts'

/** Makes a file public that a row references. Idempotent. */
export async function publishFile(
  { on, files }: { on: Queryable; files: Files },
  { key, store }: { key: string; store: StoreKind },
): Promise<void> {
  await files.in(store).setAcl(key, 'public-read')
  const now = await markPublic(on, key)
  // Its field was protected, or the file moved to the other store, meanwhile.
  if (now === undefined) await files.in(store).setAcl(key, 'private')
  else if (now !== store) await files.in(now).setAcl(key, 'public-read')
}

function filesIn(table: DataTable, rows: readonly SentRow[]): { key: string; size: number }[] {
  return rows.flatMap(({ values }) =>
    fileColumnsOf(table).flatMap(({ name }) =>
      [values.get(name) ?? []].flat().map((file) => {
        const { fileKey, fileSize } = file as FileValue
        return { key: fileKey, size: fileSize }
      }),
    ),
  )
}

/**
 * Call after rows were saved: confirms their files and makes those of public fields public. A failure is only logged,
 * because the rows are saved; the sweeper retries.
 */
export async function publishFiles(
  { context, table }: { context: Pick<RowsContext, 'db' | 'files' | 'log'>; table: DataTable },
  rows: readonly SentRow[],
): Promise<void> {
  const { db, files, log } = context
  if (fileColumnsOf(table).length === 0) return
  const saved = filesIn(table, rows)
  if (saved.length === 0) return
  try {
    const confirmed = await confirmUploads(db, saved)
    for (const file of confirmed)
      if (file.acl === 'public-read' && !file.isPublic) await publishFile({ on: db, files }, file)
  } catch (error) {
    log.warn({ err: error, keys: saved.length }, 'file: publishing failed, the sweeper retries')
  }
}
