import type { DataTable } from '../../databases/sql/data-model.ts'
import type { RowsContext } from '../context.ts'
import { fileColumnsOf } from './confirm-files.ts'
import { markUploadsForRecheck, releaseUploads } from './upload-store.ts'

interface FileOwner {
  readonly context: Pick<RowsContext, 'db' | 'files'>
  readonly environment: { readonly id: string }
  readonly table: DataTable
}

/** Call before rows are updated or deleted: the sweeper then checks which of their files are still referenced. */
export async function markFilesForRecheck(
  { context, environment, table }: FileOwner,
  rowIds: readonly string[],
): Promise<void> {
  if (rowIds.length === 0 || fileColumnsOf(table).length === 0) return
  await markUploadsForRecheck(context.db, {
    environmentId: environment.id,
    tableId: table.id,
    rowIds,
  })
}

/** Call after a row was rejected: its files can be used by the next attempt. */
export async function releaseFileClaims(
  { context, environment, table }: FileOwner,
  rowId: string,
): Promise<void> {
  if (fileColumnsOf(table).length === 0) return
  const row = { environmentId: environment.id, tableId: table.id, rowId }
  for (const { key, store } of await releaseUploads(context.db, row))
    await context.files.in(store).staging.withdraw(key)
}
