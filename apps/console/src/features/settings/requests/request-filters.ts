import { type LoggedRequest, REQUEST_KINDS, REQUEST_METHODS } from '@plinth/contract'

export const REQUEST_TIMES = ['hour', 'day', 'week', 'custom'] as const
export const STATUSES = ['2xx', '4xx', '5xx'] as const
const REQUEST_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Filters of the request list, stored in the URL. */
export interface RequestFilters {
  method: LoggedRequest['method'] | undefined
  table: string | undefined
  status: (typeof STATUSES)[number] | undefined
  kind: LoggedRequest['kind'] | undefined
  time: (typeof REQUEST_TIMES)[number]
  /** For `custom`: local time, as datetime inputs write it. */
  from: string
  to: string
  requestId: string
}

const NAMES = ['method', 'table', 'status', 'kind', 'time', 'from', 'to', 'request'] as const
const USUAL_TIME = 'hour'

export function readRequestFilters(params: URLSearchParams): RequestFilters {
  return {
    method: REQUEST_METHODS.find((method) => method === params.get('method')),
    table: params.get('table') ?? undefined,
    status: STATUSES.find((status) => status === params.get('status')),
    kind: REQUEST_KINDS.find((kind) => kind === params.get('kind')),
    time: REQUEST_TIMES.find((time) => time === params.get('time')) ?? USUAL_TIME,
    from: params.get('from') ?? '',
    to: params.get('to') ?? '',
    requestId: params.get('request') ?? '',
  }
}

/** Writes the filters to the URL parameters and keeps the others. */
export function writeRequestFilters(
  params: URLSearchParams,
  filters: RequestFilters,
): URLSearchParams {
  const next = new URLSearchParams(params)
  const { time, from, to } = filters
  const values = {
    method: filters.method,
    table: filters.table,
    status: filters.status,
    kind: filters.kind,
    time: time === USUAL_TIME ? undefined : time,
    from: time === 'custom' ? from : undefined,
    to: time === 'custom' ? to : undefined,
    request: filters.requestId.trim(),
  }
  for (const name of NAMES) {
    const value = values[name]
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}

export function areRequestsFiltered({ time, from: _, to: __, ...rest }: RequestFilters): boolean {
  return time !== USUAL_TIME || Object.values(rest).some(Boolean)
}

/** Whether the text is neither empty nor a valid request id. */
export function isWrongId(requestId: string): boolean {
  return requestId.trim() !== '' && !REQUEST_ID.test(requestId.trim())
}

const HOUR_MS = 3_600_000
const HOURS = { hour: 1, day: 24, week: 7 * 24 } as const

const isoOf = (local: string): string | undefined => {
  const date = new Date(local)
  return local === '' || Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/** Time range of the query; callers pass `now` rounded to the minute. */
export function requestRangeOf(
  filters: RequestFilters,
  now: number,
): { from: string; to?: string } {
  const { time } = filters
  if (time !== 'custom') return { from: new Date(now - HOURS[time] * HOUR_MS).toISOString() }
  const to = isoOf(filters.to)
  const end = to === undefined ? now : Date.parse(to)
  const week = new Date(end - HOURS.week * HOUR_MS).toISOString()
  const from = isoOf(filters.from) ?? week
  return to !== undefined && from < to ? { from, to } : { from }
}

/** Query parameters of the filters; a request id is searched over all time. */
export function toQuery(filters: RequestFilters, now: number) {
  const { method, table, status, kind } = filters
  return {
    ...requestRangeOf(filters, now),
    ...(method === undefined ? {} : { method }),
    ...(table === undefined ? {} : { table }),
    ...(status === undefined ? {} : { status }),
    ...(kind === undefined ? {} : { kind }),
  }
}
