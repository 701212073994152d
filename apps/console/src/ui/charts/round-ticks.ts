const MINUTE_MS = 60_000
const DAY = 24 * 60
/** Tick distances in minutes. */
const SIZES = [5, 10, 15, 30, 60, 120, 180, 360, 720, DAY, 2 * DAY, 5 * DAY, 7 * DAY, 30 * DAY]
const MAX_TICKS = 8

const minuteOf = (iso: string): number => {
  const date = new Date(iso)
  return Math.floor(date.getTime() / MINUTE_MS) - date.getTimezoneOffset()
}

/** Points with a label: the first at or after each round local time. */
export function roundTicks(points: readonly { on: string }[]): string[] {
  const minutes = points.map(({ on }) => minuteOf(on))
  const long = (minutes.at(-1) ?? 0) - (minutes[0] ?? 0)
  const size = SIZES.find((one) => long / one <= MAX_TICKS) ?? Math.ceil(long / MAX_TICKS)
  const isRound = (minute: number, at: number) => {
    const last = minutes[at - 1]
    return last === undefined
      ? minute % size === 0
      : Math.floor(minute / size) > Math.floor(last / size)
  }
  return points.flatMap(({ on }, at) => (isRound(minutes[at] ?? 0, at) ? [on] : []))
}
