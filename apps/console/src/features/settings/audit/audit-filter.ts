import type { EnvironmentName } from '@plinth/contract'

export const ANY = 'any'

/** What a trail is narrowed to; days are as the person's calendar has them. */
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

/** The moment a day begins here, some days later; nothing for what is no day. */
function startOf(day: string, plus = 0): string | undefined {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const start = new Date(year, month - 1, date + plus)
  const sensible = day !== '' && year >= 1970 && year <= 9999
  return sensible && !Number.isNaN(start.getTime()) ? start.toISOString() : undefined
}

/** The filter as the call takes it: from the first day's beginning to the last day's end. */
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
