import { RUN_STATUSES, RUN_TRIGGERS, type Run } from '@plinth/contract'

export const RUN_TIMES = ['day', 'week', 'month', 'all', 'custom'] as const
type Time = (typeof RUN_TIMES)[number]

/** Filters of the run list, stored in the URL. */
export interface RunFilters {
  status: Run['status'] | undefined
  trigger: Run['trigger'] | undefined
  workflowId: string | undefined
  time: Time
  /** For `custom`: local time, as datetime inputs write it. */
  from: string
  to: string
}

const NAMES = ['status', 'trigger', 'workflow', 'time', 'from', 'to'] as const

export function readRunFilters(params: URLSearchParams): RunFilters {
  return {
    status: RUN_STATUSES.find((status) => status === params.get('status')),
    trigger: RUN_TRIGGERS.find((trigger) => trigger === params.get('trigger')),
    workflowId: params.get('workflow') ?? undefined,
    time: RUN_TIMES.find((time) => time === params.get('time')) ?? 'week',
    from: params.get('from') ?? '',
    to: params.get('to') ?? '',
  }
}

/** Writes the filters to the URL parameters and keeps the others. */
export function writeRunFilters(params: URLSearchParams, filters: RunFilters): URLSearchParams {
  const next = new URLSearchParams(params)
  const { workflowId, time, from, to } = filters
  const values = {
    status: filters.status,
    trigger: filters.trigger,
    workflow: workflowId,
    time: time === 'week' ? undefined : time,
    from: time === 'custom' ? from : undefined,
    to: time === 'custom' ? to : undefined,
  }
  for (const name of NAMES) {
    const value = values[name]
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}

export function areRunsFiltered({ status, trigger, workflowId, time }: RunFilters): boolean {
  return Boolean(status || trigger || workflowId) || time !== 'week'
}

const HOUR_MS = 3_600_000
const HOURS = { day: 24, week: 7 * 24, month: 30 * 24 } as const
/** Range of the chart for 'Any time'. */
const LONGEST_CHART_HOURS = 90 * 24

const isoOf = (local: string): string | undefined => {
  const date = new Date(local)
  return local === '' || Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

interface Range {
  from?: string
  to?: string
}

function defined({ from, to }: { from: string | undefined; to: string | undefined }): Range {
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}

/** Time range for the list; callers pass `now` rounded to the minute. */
export function listRange(filters: RunFilters, now: number): Range {
  const { time } = filters
  if (time === 'all') return {}
  if (time === 'custom') return defined({ from: isoOf(filters.from), to: isoOf(filters.to) })
  return { from: new Date(now - HOURS[time] * HOUR_MS).toISOString() }
}

/** Time range for the chart. */
export function chartRange(filters: RunFilters, now: number): Range {
  const range = listRange(filters, now)
  if (range.from !== undefined) return range
  const to = range.to === undefined ? now : Date.parse(range.to)
  return { ...range, from: new Date(to - LONGEST_CHART_HOURS * HOUR_MS).toISOString() }
}
