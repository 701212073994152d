import type { DataTable } from '../../databases/sql/data-model.ts'
import type { RowsContext } from '../context.ts'
import { fileColumnsOf } from './confirm-files.ts'
import { loosenUploads, releaseUploads } from './upload-store.ts'

interface Place {
  readonly context: Pick<RowsContext, 'db' | 'files'>
  readonly environment: { readonly id: string }
  readonly table: DataTable
}

/** Before rows change or go: their files are looked at afterwards, and go with them. */
export async function loosenFiles(
  { context, environment, table }: Place,
  rowIds: readonly string[],
): Promise<void> {
  if (rowIds.length === 0 || fileColumnsOf(table).length === 0) return
  await loosenUploads(context.db, { environmentId: environment.id, tableId: table.id, rowIds })
}

/** After a row was refused for good: its files may be named again, by the next attempt. */
export async function releaseFiles(
  { context, environment, table }: Place,
  rowId: string,
): Promise<void> {
  if (fileColumnsOf(table).length === 0) return
  const place = { environmentId: environment.id, tableId: table.id, rowId }
  for (const { key, store } of await releaseUploads(context.db, place))
    await context.files.in(store).staging.withdraw(key)
}
