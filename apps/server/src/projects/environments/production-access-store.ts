import type { ProductionAccess } from '@plinth/contract'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { nothing, type Sql, sql } from '../../foundation/platform/sql.ts'

async function read(on: Queryable, projectId: string, lock: Sql): Promise<ProductionAccess> {
  const [row] = await on.query<ProductionAccess & Record<string, unknown>>(sql`
    select developers_read_production as "developersCanRead", production_access_revision as revision
    from project where id = ${projectId}${lock}`)
  return row ?? { developersCanRead: false, revision: 0 }
}

export const findProductionAccess = (on: Queryable, projectId: string): Promise<ProductionAccess> =>
  read(on, projectId, nothing)

/** Reads the setting and locks it until this transaction ends. */
export const lockProductionAccess = (
  transaction: Transaction,
  projectId: string,
): Promise<ProductionAccess> => read(transaction, projectId, sql` for no key update`)

export async function putProductionAccess(
  transaction: Transaction,
  { projectId, developersCanRead, revision }: ProductionAccess & { projectId: string },
): Promise<void> {
  await transaction.query(sql`
    update project set developers_read_production = ${developersCanRead},
      production_access_revision = ${revision} where id = ${projectId}`)
}
