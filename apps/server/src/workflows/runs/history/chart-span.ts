const HOUR_MS = 3_600_000
const DAY_HOURS = 24
const MOST_POINTS = 60
const STEPS = [1, 2, 3, 6, DAY_HOURS, 48, 168, 336, 720] as const
/** A Monday: steps begin at round hours, those of whole days at midnight UTC, and those of weeks with a week. */
const MONDAY = Date.UTC(2001, 0, 1)

/** What a chart shows: whole hours, in few enough steps to be seen. */
export interface ChartSpan {
  from: Date
  to: Date
  stepHours: number
  /** A step begins a whole number of steps after this. */
  origin: Date
  /** Days that are whole within it, from the first up to the end; none where steps are shorter. */
  days: { from: Date; to: Date }
}

const floorTo = (ms: number, unit: number) => Math.floor(ms / unit) * unit
const ceilTo = (ms: number, unit: number) => Math.ceil(ms / unit) * unit

/** Whole hours from the one to the other. Steps begin at round hours and at midnight, but for the first. */
export function chartSpan(from: Date, to: Date): ChartSpan {
  const begin = floorTo(from.getTime(), HOUR_MS)
  const end = Math.max(begin + HOUR_MS, ceilTo(to.getTime(), HOUR_MS))
  const hours = (end - begin) / HOUR_MS
  const stepHours = STEPS.find((step) => hours / step <= MOST_POINTS) ?? wholeDays(hours)
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
  return ceilTo(hours / MOST_POINTS, DAY_HOURS)
}

/** When each step begins; the first one with the chart, even if its step began before. */
export function stepTimes({ from, to, stepHours, origin }: ChartSpan): Date[] {
  const stepMs = stepHours * HOUR_MS
  const first = origin.getTime() + floorTo(from.getTime() - origin.getTime(), stepMs)
  const times = [from]
  for (let at = first + stepMs; at < to.getTime(); at += stepMs) times.push(new Date(at))
  return times
}
