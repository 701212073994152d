import type { Queryable } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'
import type { Acl, StoreKind } from '../../file-store/file-store.ts'
import { THUMBNAIL_TYPES } from '../../file-store/thumbnail-key.ts'

export interface PendingThumbnail {
  key: string
  acl: Acl
  store: StoreKind
}

/** Locks a referenced file without a thumbnail; the transaction is the lease. */
export async function lockNextForThumbnail(
  on: Queryable,
  stores: readonly StoreKind[],
): Promise<PendingThumbnail | undefined> {
  const [row] = await on.query<PendingThumbnail & Record<string, unknown>>(sql`
    select key, acl, store from upload
    where thumbnail is null and state <> 'pending' and type = any(${THUMBNAIL_TYPES})
      and store = any(${stores}) and (is_public or acl = 'private')
    order by created_at limit 1 for update skip locked`)
  return row
}

export async function recordThumbnail(
  on: Queryable,
  { key, thumbnail }: { key: string; thumbnail: 'made' | 'none' },
): Promise<void> {
  await on.query(sql`update upload set thumbnail = ${thumbnail} where key = ${key}`)
}
