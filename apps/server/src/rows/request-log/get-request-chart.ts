import { getRequestChart as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { invalid } from '../../foundation/http/errors/api-error.ts'
import type { RowsContext } from '../context.ts'
import { drawRequestChart, requestChartSpan } from './draw-request-chart.ts'
import { readRequestCounts } from './request-count-store.ts'

const HOUR_MS = 3_600_000
const MAX_SPAN_MS = 366 * 24 * HOUR_MS

export const getRequestChart = route(endpoint, async ({ project, query }, { db }: RowsContext) => {
  const to = query.to === undefined ? new Date() : new Date(query.to)
  const from = query.from === undefined ? new Date(to.getTime() - HOUR_MS) : new Date(query.from)
  if (from >= to || to.getTime() - from.getTime() > MAX_SPAN_MS) {
    throw invalid([{ path: 'from', message: 'must be before "to", by a year at most.' }])
  }
  const span = requestChartSpan(from, to)
  const counts = await readRequestCounts(db, { ...query, ...span, projectId: project.id })
  return { chart: { stepMinutes: span.stepMinutes, ...drawRequestChart(counts, span) } }
})
