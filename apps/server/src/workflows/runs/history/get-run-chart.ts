import { getRunChart as endpoint } from '@plinth/contract'
import { route } from '../../../foundation/http/calls/route.ts'
import { invalid } from '../../../foundation/http/errors/api-error.ts'
import type { WorkflowsContext } from '../../context.ts'
import { runChartSpan } from './chart-span.ts'
import { drawRunChart } from './draw-run-chart.ts'
import { readRunCounts } from './run-count-store.ts'

const WEEK_MS = 7 * 24 * 3_600_000
const LONGEST_MS = 10 * 366 * 24 * 3_600_000

export const getRunChart = route(endpoint, async ({ project, query }, { db }: WorkflowsContext) => {
  const to = query.to === undefined ? new Date() : new Date(query.to)
  const from = query.from === undefined ? new Date(to.getTime() - WEEK_MS) : new Date(query.from)
  if (from >= to || to.getTime() - from.getTime() > LONGEST_MS) {
    throw invalid([{ path: 'from', message: 'must be before "to", by ten years at most.' }])
  }
  const span = runChartSpan(from, to)
  const counts = await readRunCounts(db, { ...query, span, projectId: project.id })
  return { chart: { stepHours: span.stepHours, ...drawRunChart(counts, span) } }
})
