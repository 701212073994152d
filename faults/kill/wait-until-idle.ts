import type { Database } from '../../apps/server/src/foundation/platform/database.ts'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { eventually } from '../stack/eventually.ts'

const LIMIT_MS = 120_000

interface Unfinished extends Record<string, unknown> {
  outbox: number
  enqueued: number
  provisioning: number
  unplaced: number
  removing: number
}

async function countUnfinished(db: Database): Promise<Unfinished> {
  const [row] = await db.query<Unfinished>(sql`select
    (select count(*)::int from outbox) as outbox,
    (select count(*)::int from open_task) as enqueued,
    (select count(*)::int from project where state <> 'ready' and deleted_at is null) as provisioning,
    (select count(*)::int from placement join environment on environment.id = environment_id
      join project on project.id = project_id where not ready and deleted_at is null) as unplaced,
    (select count(*)::int from project where erased_at is not null) as removing`)
  if (!row) throw new Error('counting gave no row')
  return row
}

/** Waits until all enqueued tasks are done; returns what is still open after 120 s. */
export async function waitUntilIdle(db: Database): Promise<string[]> {
  let left: Unfinished | undefined
  await eventually(
    async () => {
      left = await countUnfinished(db).catch(() => undefined)
      return left !== undefined && Object.values(left).every((count) => count === 0)
    },
    { limitMs: LIMIT_MS, everyMs: 100 },
  )
  if (!left) return ['the platform database did not come back within 120 s']
  return Object.entries(left)
    .filter(([, count]) => count !== 0)
    .map(([what, count]) => `${count} still ${what} after 120 s`)
}
