import type { EnvironmentName } from '@plinth/contract'

export const ANY = 'any'

/** Filters of the audit log; dates are in the user's time zone. */
export interface AuditFilter {
  person: string
  area: string
  environment: EnvironmentName | typeof ANY
  from: string
  to: string
}

export const NO_AUDIT_FILTER: AuditFilter = {
  person: ANY,
  area: ANY,
  environment: ANY,
  from: '',
  to: '',
}

/** Start of a local day, optionally some days later; undefined for an invalid date. */
function startOf(day: string, plus = 0): string | undefined {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const start = new Date(year, month - 1, date + plus)
  const sensible = day !== '' && year >= 1970 && year <= 9999
  return sensible && !Number.isNaN(start.getTime()) ? start.toISOString() : undefined
}

/** Query parameters of the filter: from the start of the first day to the end of the last. */
export function toAuditQuery({ person, area, environment, from, to }: AuditFilter) {
  const start = startOf(from)
  const end = startOf(to, 1)
  return {
    ...(person === ANY ? {} : { person }),
    ...(area === ANY ? {} : { area }),
    ...(environment === ANY ? {} : { environment }),
    ...(start ? { from: start } : {}),
    ...(end ? { to: end } : {}),
  }
}
