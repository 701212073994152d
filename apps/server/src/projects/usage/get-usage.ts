import { BUDGET_KINDS, type BudgetKind, getUsage as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { idAtTime } from '../../foundation/platform/new-id.ts'
import { findBudget } from '../budgets/budget-store.ts'
import type { ProjectsContext } from '../context.ts'
import { listWarnings } from './list-warnings.ts'
import { usageSpan } from './usage-span.ts'
import { findRates, findStoredUsage, listUsageDays } from './usage-store.ts'

const MINUTE_MS = 60_000

export const getUsage = route(endpoint, async (call, context: ProjectsContext) => {
  const { project, staff, query } = call
  const { db, env, usage, budgets } = context
  const projectId = project.id
  const span = usageSpan(query)
  await usage.flush()
  const sinceRunId = idAtTime('run', Date.now() - MINUTE_MS)
  const owner = { organisationId: staff.organisationId, projectId }
  const [stored, rates, budget, days] = await Promise.all([
    findStoredUsage(db, projectId),
    findRates(db, { projectId, sinceRunId }),
    findBudget(db, owner),
    listUsageDays(db, { projectId, ...span }),
  ])
  const { rows, rowBytes, fileBytes, measuredAt } = stored
  const limits = budgets.of(projectId)
  const logDays = Math.max(env.runs.days, env.requests.days)
  const used: Record<BudgetKind, number | null> = {
    ...rates,
    requestsPerSecond: env.requests.days > 0 ? rates.requestsPerSecond : null,
    rows: measuredAt === null ? null : rows,
    bytes: measuredAt === null ? null : rowBytes + fileBytes,
    logDays: Math.min(logDays, limits.logDays.hard ?? logDays),
  }
  return {
    usage: {
      kinds: BUDGET_KINDS.map((kind) => ({
        kind,
        used: used[kind],
        ...limits[kind],
        isOwn: budget.choices[kind] !== null,
      })),
      rowBytes,
      fileBytes,
      measuredOn: measuredAt?.toISOString() ?? null,
      warnings: await listWarnings(context, projectId, stored),
      budget,
      days: days.map(({ projectId: _, ...day }) => day),
    },
  }
})
