import type pg from 'pg'
import type { Recovery } from '../../engine/database-engine.ts'
import { listUnfinished, setState } from '../catalogue/migration-store.ts'
import { cleanUp } from './clean-up.ts'
import { rollBack } from './roll-back.ts'

/**
 * Ends migrations that a crash interrupted; the caller must hold the environment's lock. A migration past its
 * cutover is finished, any other is rolled back, except the one that is being resumed.
 */
export async function recoverMigrations(
  client: pg.Client,
  { schema, except }: { schema: string; except?: string },
): Promise<Recovery[]> {
  const recoveries: Recovery[] = []
  for (const { id, state, plan } of await listUnfinished(client, schema)) {
    if (id === except) continue
    if (state === 'cutOver') {
      await cleanUp(client, { id, plan })
      recoveries.push({ migrationId: id, outcome: 'finished' })
    } else {
      await rollBack(client, schema)
      await setState(client, { schema, id, state: 'abandoned' })
      recoveries.push({ migrationId: id, outcome: 'rolledBack' })
    }
  }
  return recoveries
}
