import { format, formatDistanceToNowStrict } from 'date-fns'

const FULL = 'MMM d, yyyy, HH:mm:ss'

/** A time this far ahead is one of a server whose clock is fast. */
const FAST_CLOCK_MS = 5_000

/** Relative time in the past or the future, with the exact time on hover. */
export function RelativeTime({ iso }: { iso: string }) {
  const date = new Date(iso)
  const age = Date.now() - date.getTime()
  const recent = age > -FAST_CLOCK_MS && age < 60_000
  return (
    <time dateTime={iso} className="text-fg-2" title={format(date, FULL)}>
      {recent ? 'just now' : formatDistanceToNowStrict(date, { addSuffix: true })}
    </time>
  )
}

/** A date, with the exact time on hover. */
export function Day({ iso }: { iso: string }) {
  const date = new Date(iso)
  return (
    <time dateTime={iso} className="text-fg-2" title={format(date, FULL)}>
      {format(date, 'MMM d, yyyy')}
    </time>
  )
}
