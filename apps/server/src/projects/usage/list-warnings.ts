import type { BudgetWarning } from '@plinth/contract'
import { type Stored, stockWarnings } from '../budgets/limits.ts'
import type { ProjectsContext } from '../context.ts'
import { findStoredUsage } from './usage-store.ts'
import { listRateCrossings } from './warning-store.ts'

/** The limits that a project has reached: of storage now, of rates within the last hour. */
export async function listWarnings(
  { db, budgets }: Pick<ProjectsContext, 'db' | 'budgets'>,
  projectId: string,
  known?: Stored,
): Promise<BudgetWarning[]> {
  const limits = budgets.of(projectId)
  const isLimited = Object.values(limits).some(({ soft, hard }) => soft !== null || hard !== null)
  if (!isLimited) return []
  const stored = known ?? (await findStoredUsage(db, projectId))
  const rates = await listRateCrossings(db, projectId)
  return [
    ...stockWarnings(limits, stored),
    ...rates.flatMap(({ kind, level }) => {
      const limit = limits[kind][level]
      return limit === null ? [] : [{ kind, level, limit }]
    }),
  ]
}
