const HOUR_MS = 3_600_000
const DAY_HOURS = 24
const MAX_POINTS = 60
const STEPS = [1, 2, 3, 6, DAY_HOURS, 48, 168, 336, 720] as const
/**
 * A Monday: steps start at whole hours, steps of whole days at midnight UTC, and steps of weeks on Mondays.
 */
const MONDAY = Date.UTC(2001, 0, 1)

/** The range of a chart: whole hours, in a readable number of steps. */
export interface ChartSpan {
  from: Date
  to: Date
  stepHours: number
  /** Every step starts a whole number of steps after this. */
  origin: Date
  /** The whole days in the range, as [from, to); empty where steps are shorter than a day. */
  days: { from: Date; to: Date }
}

const floorTo = (ms: number, unit: number) => Math.floor(ms / unit) * unit
const ceilTo = (ms: number, unit: number) => Math.ceil(ms / unit) * unit

/** Rounds a range to whole hours. All steps but the first start at whole hours or midnight. */
export function runChartSpan(from: Date, to: Date): ChartSpan {
  const begin = floorTo(from.getTime(), HOUR_MS)
  const end = Math.max(begin + HOUR_MS, ceilTo(to.getTime(), HOUR_MS))
  const hours = (end - begin) / HOUR_MS
  const stepHours = STEPS.find((step) => hours / step <= MAX_POINTS) ?? wholeDays(hours)
  const isByDay = stepHours >= DAY_HOURS
  const days = isByDay
    ? { from: ceilTo(begin, DAY_HOURS * HOUR_MS), to: floorTo(end, DAY_HOURS * HOUR_MS) }
    : { from: end, to: end }
  return {
    from: new Date(begin),
    to: new Date(end),
    stepHours,
    origin: new Date(MONDAY),
    days: { from: new Date(days.from), to: new Date(days.to) },
  }
}

function wholeDays(hours: number): number {
  return ceilTo(hours / MAX_POINTS, DAY_HOURS)
}

/** The start of each step; the first one starts with the chart. */
export function stepTimes({ from, to, stepHours, origin }: ChartSpan): Date[] {
  const stepMs = stepHours * HOUR_MS
  const first = origin.getTime() + floorTo(from.getTime() - origin.getTime(), stepMs)
  const times = [from]
  for (let at = first + stepMs; at < to.getTime(); at += stepMs) times.push(new Date(at))
  return times
}
