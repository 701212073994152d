import { createHash } from 'node:crypto'
import type { RefusedQuery } from '../../databases/query-check/find-refused-queries.ts'
import { addAudit } from '../../foundation/audit/audit-store.ts'
import type { Database } from '../../foundation/platform/database.ts'
import type { PlacedEnvironment } from './environment-store.ts'
import { addRefusedQuery } from './refused-query-store.ts'

const MAX_REMEMBERED = 10_000

/** Audits each refused query once per environment, table and text, whichever process finds it first. */
export function openRefusedRecord(db: Database) {
  const recorded = new Set<string>()
  return async (placed: PlacedEnvironment, refused: readonly RefusedQuery[]): Promise<void> => {
    for (const each of refused) {
      const digest = createHash('sha256').update(each.query).digest('hex')
      const key = `${placed.id} ${each.tableId} ${digest}`
      if (recorded.has(key)) continue
      await record(db, { placed, refused: each, digest })
      if (recorded.size >= MAX_REMEMBERED) recorded.clear()
      recorded.add(key)
    }
  }
}

async function record(
  db: Database,
  { placed, refused, digest }: { placed: PlacedEnvironment; refused: RefusedQuery; digest: string },
): Promise<void> {
  const { id: environmentId, projectId, name: environment } = placed
  const { tableId, table, reason, query } = refused
  await db.transaction(async (transaction) => {
    const found = { environmentId, tableId, digest, table, reason }
    const organisationId = await addRefusedQuery(transaction, found)
    if (organisationId === undefined) return
    await addAudit(transaction, {
      author: { organisationId, staffId: null, requestId: environmentId },
      entry: {
        action: 'refused query',
        entity: 'table',
        entityId: tableId,
        projectId,
        environment,
        after: { table, reason, query },
      },
    })
  })
}
