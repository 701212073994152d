import type { Plan } from '@plinth/schema'
import type pg from 'pg'
import { setState } from '../catalogue/migration-store.ts'
import { runStatements } from '../connection/run-statements.ts'
import { cleanStatements } from './constrain-sql.ts'
import { postgresScopeOf } from './migration-scope.ts'

/** The part of a migration that runs after the cutover; idempotent. */
export async function cleanUp(
  client: pg.Client,
  { id, plan }: { id: string; plan: Plan },
): Promise<void> {
  await runStatements(client, { plan, statements: cleanStatements(postgresScopeOf(plan)) })
  await setState(client, { schema: plan.schema, id, state: 'applied' })
}
