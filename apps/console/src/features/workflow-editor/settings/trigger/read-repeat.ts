/** A schedule in the terms of the form. */
export type Repeat =
  | { every: 'minutes'; count: number }
  | { every: 'hours'; count: number; minute: number }
  | { every: 'day'; time: string }
  | { every: 'week'; time: string; days: number[] }
  | { every: 'month'; time: string; day: number }

const NUMBER = /^\d{1,2}$/

function numberIn(text: string | undefined, min: number, max: number): number | undefined {
  if (text === undefined || !NUMBER.test(text)) return undefined
  const number = Number(text)
  return number >= min && number <= max ? number : undefined
}

function stepOf(text: string | undefined, max: number): number | undefined {
  if (text === '*') return 1
  const step = numberIn(text?.startsWith('*/') ? text.slice(2) : undefined, 1, max)
  return step
}

const two = (number: number) => `${number}`.padStart(2, '0')

/** Days of the week as numbers, Sunday 0; undefined if it has other things than numbers and ranges. */
function daysOf(text: string): number[] | undefined {
  const days = text.split(',').flatMap((part): (number | undefined)[] => {
    const [from, to, ...more] = part.split('-').map((one) => numberIn(one, 0, 7))
    if (more.length > 0 || from === undefined) return [undefined]
    if (!part.includes('-')) return [from % 7]
    if (to === undefined || to < from) return [undefined]
    return Array.from({ length: to - from + 1 }, (_, at) => (from + at) % 7)
  })
  const known = days.filter((day) => day !== undefined)
  return known.length < days.length ? undefined : [...new Set(known)].sort((a, b) => a - b)
}

/** The form of a cron expression; undefined if only its text shows it in full. */
export function readRepeat(text: string): Repeat | undefined {
  const [minute, hour, day, month, weekday, ...more] = text.trim().split(/\s+/)
  if (weekday === undefined || more.length > 0 || month !== '*') return undefined
  const at = numberIn(minute, 0, 59)
  if (day === '*' && weekday === '*') {
    const minutes = hour === '*' ? stepOf(minute, 59) : undefined
    if (minutes !== undefined) return { every: 'minutes', count: minutes }
    const hours = at === undefined ? undefined : stepOf(hour, 23)
    if (hours !== undefined) return { every: 'hours', count: hours, minute: at ?? 0 }
  }
  const clock = numberIn(hour, 0, 23)
  if (at === undefined || clock === undefined) return undefined
  const time = `${two(clock)}:${two(at)}`
  if (day === '*' && weekday === '*') return { every: 'day', time }
  if (day === '*') {
    const days = daysOf(weekday)
    return days && { every: 'week', time, days }
  }
  const date = weekday === '*' ? numberIn(day, 1, 31) : undefined
  return date === undefined ? undefined : { every: 'month', time, day: date }
}

const step = (count: number) => (count === 1 ? '*' : `*/${count}`)

/** The cron expression of a schedule. */
export function writeRepeat(repeat: Repeat): string {
  if (repeat.every === 'minutes') return `${step(repeat.count)} * * * *`
  if (repeat.every === 'hours') return `${repeat.minute} ${step(repeat.count)} * * *`
  const [hour = 0, minute = 0] = repeat.time.split(':').map(Number)
  const clock = `${minute} ${hour}`
  if (repeat.every === 'day') return `${clock} * * *`
  if (repeat.every === 'month') return `${clock} ${repeat.day} * *`
  return `${clock} * * ${[...repeat.days].sort((a, b) => a - b).join(',')}`
}
