import { invalid } from '../../foundation/http/errors/api-error.ts'

const DAY_MS = 86_400_000
const DEFAULT_DAYS = 30
const MAX_DAYS = 400

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** The days from and to, both included; by default the last thirty. Throws 422 for a span that is not valid. */
export function usageSpan(asked: { from?: string | undefined; to?: string | undefined }): {
  from: string
  to: string
} {
  const to = asked.to ?? dayOf(Date.now())
  const from = asked.from ?? dayOf(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS)
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
  if (!(days >= 0 && days < MAX_DAYS))
    throw invalid([{ path: 'from', message: `Must be before "to", by ${MAX_DAYS} days at most` }])
  return { from, to }
}
