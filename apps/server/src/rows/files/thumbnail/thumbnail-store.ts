import type { Queryable } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'
import type { Acl, StoreKind } from '../../file-store/file-store.ts'
import { PICTURED } from '../../file-store/thumbnail-key.ts'

export interface Unpictured {
  key: string
  acl: Acl
  store: StoreKind
}

/** Takes a file that a row has and that has no small picture yet; the transaction is the lease. */
export async function takeUnpictured(
  on: Queryable,
  stores: readonly StoreKind[],
): Promise<Unpictured | undefined> {
  const [found] = await on.query<Unpictured & Record<string, unknown>>(sql`
    select key, acl, store from upload
    where thumbnail is null and state <> 'pending' and type = any(${PICTURED})
      and store = any(${stores}) and (is_public or acl = 'private')
    order by created_at limit 1 for update skip locked`)
  return found
}

export async function settleThumbnail(
  on: Queryable,
  { key, thumbnail }: { key: string; thumbnail: 'made' | 'none' },
): Promise<void> {
  await on.query(sql`update upload set thumbnail = ${thumbnail} where key = ${key}`)
}
