import type { Configuration, Table } from '@plinth/contract'
import { readRecord } from '../../databases/engine/catalogue-record.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import type { RowsContext } from '../context.ts'
import { findPlacement } from '../row-events/row-event-store.ts'
import type { Files } from './file-store.ts'
import { thumbnailKeyOf } from './thumbnail-key.ts'
import { closeUpload, listOpenUploads } from './upload-store.ts'

const CONCURRENCY = 4

function protectedIn({ id: tableId, columns }: Table) {
  return columns.flatMap((column) =>
    (column.type === 'image' || column.type === 'file') && column.options.isProtected
      ? [{ tableId, columnId: column.id }]
      : [],
  )
}

/** Whether a configuration has protected file columns. */
export function hasProtected({ tables }: Configuration): boolean {
  return tables.some((table) => protectedIn(table).length > 0)
}

/** Makes a file private with its thumbnail and every copy; the record commits after the stores. */
export async function protectFile(
  transaction: Transaction,
  { files, key }: { files: Files; key: string },
): Promise<void> {
  for (const place of await closeUpload(transaction, key)) {
    const store = files.in(place)
    await store.setAcl(key, 'private')
    await store.setAcl(thumbnailKeyOf(key), 'private')
  }
}

/** Makes files private that were uploaded before their field was protected. Idempotent. */
export async function protectFiles(
  { db, files, environments }: Pick<RowsContext, 'db' | 'files' | 'environments'>,
  environmentId: string,
): Promise<void> {
  const placement = await findPlacement(db, environmentId)
  if (!placement) return
  const recorded = await environments.runnerOf({ placement }).readRecord(placement)
  const columns = readRecord(recorded.rows, placement.engine).tables.flatMap(protectedIn)
  for (let after = ''; ; ) {
    const keys = await listOpenUploads(db, { environmentId, columns, after })
    const queue = keys[Symbol.iterator]()
    const worker = async () => {
      for (const key of queue) {
        await db.transaction((transaction) => protectFile(transaction, { files, key }))
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, worker))
    const last = keys.at(-1)
    if (last === undefined) return
    after = last
  }
}
