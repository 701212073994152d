const FORM =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:\d{2})?)?$/
export const NO_DATE = 'The text is not a date such as "2025-01-31" or "2025-01-31T08:00:00Z"'
const LONGEST = 64

/** Parses an ISO 8601 date or time to milliseconds (UTC unless it has an offset); undefined if invalid. */
export function readDate(text: string): number | undefined {
  const parts = text.length <= LONGEST ? FORM.exec(text) : null
  if (!parts) return undefined
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] =
    parts
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3))
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day))
  const moment = new Date(at)
  // Date.UTC maps years below 100 to 19xx and rolls 30 February over; both are rejected here.
  if (moment.getUTCFullYear() !== Number(year) || moment.getUTCDate() !== Number(day))
    return undefined
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  const offset = readOffset(zone)
  if (offset === undefined) return undefined
  const seconds = (Number(hour) * 60 + Number(minute) - offset) * 60 + Number(second)
  return at + seconds * 1000 + milliseconds
}

function readOffset(zone: string): number | undefined {
  if (zone === 'Z') return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(4, 6))
  if (hours > 14 || minutes > 59) return undefined
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}
