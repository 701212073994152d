import { format, formatDistanceToNowStrict } from 'date-fns'

const FULL = 'MMM d, yyyy, HH:mm:ss'

/** Relative time, with the exact time on hover. */
export function RelativeTime({ iso }: { iso: string }) {
  const date = new Date(iso)
  const recent = Date.now() - date.getTime() < 60_000
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
