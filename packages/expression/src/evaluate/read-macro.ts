import type { Macro } from '../syntax/syntax.ts'

const DAY = 86_400_000

/** Time of a macro in UTC; the end of a period is its last millisecond. */
export function readMacro(macro: Macro, now: number): number {
  const date = new Date(now)
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth()
  const today = Date.UTC(year, month, date.getUTCDate())
  const moments: Readonly<Record<Macro, number>> = {
    '@now': now,
    '@todayStart': today,
    '@todayEnd': today + DAY - 1,
    '@monthStart': Date.UTC(year, month, 1),
    '@monthEnd': Date.UTC(year, month + 1, 1) - 1,
    '@yearStart': Date.UTC(year, 0, 1),
    '@yearEnd': Date.UTC(year + 1, 0, 1) - 1,
  }
  return moments[macro]
}
